import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form';
import type { FormIssue, FormProblem } from '../../lib/http/problem-text.ts';
import { afterPaint } from '../../lib/page/after-paint.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { cx } from '../controls/cx.ts';
import { Callout } from '../feedback/callout.tsx';
import type { Draft } from './use-draft.ts';

export type { FormProblem };

export interface FormProps<In extends FieldValues, Out>
  extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  form: UseFormReturn<In, unknown, Out>;
  /** A second submit is ignored while its promise is pending. */
  onSubmit: (values: Out) => unknown;
  problem?: FormProblem | null;
  /** Stores the input while typing; a restored draft is announced in the form. */
  draft?: Draft<In>;
}

/** Keeps the input after a failed submit, shows the error, and focuses the first invalid field. */
export function Form<In extends FieldValues, Out = In>({
  form,
  onSubmit,
  problem,
  draft,
  className,
  children,
  ...rest
}: FormProps<In, Out>) {
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(false);
  const isSending = useRef(false);
  const [unplaced, setUnplaced] = useState<readonly FormIssue[]>([]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble through portals: a dialog's form is inside the form that opened the dialog.
    event.stopPropagation();
    if (isSending.current) return;
    isSending.current = true;
    try {
      const send = async (values: Out) => {
        await afterPaint();
        await onSubmit(values);
      };
      // Paint the button as pressed, then as busy, before the work starts.
      await afterPaint();
      await form.handleSubmit(send, () => {
        shouldFocus.current = true;
      })(event);
    } finally {
      isSending.current = false;
    }
  };

  const { setError } = form;
  useEffect(() => {
    if (!problem) return;
    const issues = problem.issues ?? [];
    const left = issues.filter(({ path, message }) => {
      if (!element.current?.elements.namedItem(path)) return true;
      setError(path as Path<In>, { type: 'server', message });
      return false;
    });
    const placed = issues.length - left.length;
    setUnplaced(left);
    shouldFocus.current = placed > 0;
    if (!placed) alert.current?.scrollIntoView?.({ block: 'nearest' });
  }, [problem, setError]);

  useEffect(() => {
    if (!draft) return;
    // Values set by code are not user input.
    const subscription = form.watch(
      (values, { type }) => type === 'change' && draft.keep(values as Partial<In>),
    );
    return () => subscription.unsubscribe();
  }, [form, draft]);
  // After a rejection the form holds the only copy of the input: store it as a draft again.
  useEffect(() => {
    if (problem) draft?.keep(form.getValues());
  }, [problem, draft, form]);

  // Runs after every render: invalid fields are known only once rendered as invalid. The timer lets the form library
  // focus first, because it focuses in the order of registration.
  useEffect(() => {
    if (!shouldFocus.current || !element.current?.querySelector(INVALID)) return;
    shouldFocus.current = false;
    setTimeout(() => focusFirstInvalid(element.current));
  });

  return (
    <form noValidate {...rest} ref={element} onSubmit={submit} className={cx('space-y-5', className)}>
      <div ref={alert} role="alert" className="scroll-mt-24 empty:hidden">
        {problem && (
          <Callout tone="no" headline={problem.headline}>
            {problem.detail}
            {unplaced.length > 0 && (
              <ul className="list-disc pl-5">
                {unplaced.map((issue) => (
                  <li key={`${issue.path}${issue.message}`}>{issue.message}</li>
                ))}
              </ul>
            )}
          </Callout>
        )}
      </div>
      {draft?.isRestored && <DraftNote form={form} draft={draft} />}
      {children}
    </form>
  );
}

function DraftNote<In extends FieldValues, Out>({
  form,
  draft,
}: {
  form: UseFormReturn<In, unknown, Out>;
  draft: Draft<In>;
}) {
  const t = useT();
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const discard = () => {
    draft.clear();
    form.reset(draft.given);
    setShown(false);
  };
  return (
    <Callout tone="info" headline={t('ui.draft.restored')}>
      <Button size="small" onClick={discard}>
        {t('ui.draft.discard')}
      </Button>
    </Callout>
  );
}

/** `field(name, rules)`: registration props and error message of a field. */
export function fieldsOf<Values extends FieldValues>(form: UseFormReturn<Values>) {
  return <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
}

const INVALID = '[aria-invalid="true"]';

function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>(INVALID);
  // A radio group is invalid as a whole; focus its first option.
  const target = invalid?.matches('fieldset') ? invalid.querySelector<HTMLElement>('input') : invalid;
  target?.focus();
}

/** Form buttons: Cancel first, the action last; side by side across the full width on phones. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 pt-1 max-sm:*:flex-auto">{children}</div>;
}

export { useUnsavedGuard } from './unsaved.ts';
