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
  /** While its promise runs, a second submit is ignored. */
  onSubmit: (values: Out) => unknown;
  problem?: FormProblem | null;
  /** What is typed is kept in it, and what was kept is said to be back. */
  draft?: Draft<In>;
}

/** Keeps what was typed through a failed send, says what failed, and puts the focus on the first wrong field. */
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
  const focusWanted = useRef(false);
  const sending = useRef(false);
  const [unplaced, setUnplaced] = useState<readonly FormIssue[]>([]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form in a dialog is, for React, inside the form that opened the dialog.
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    try {
      const send = async (values: Out) => {
        await afterPaint();
        await onSubmit(values);
      };
      // First the button is drawn as pressed, then as busy, then the work begins.
      await afterPaint();
      await form.handleSubmit(send, () => {
        focusWanted.current = true;
      })(event);
    } finally {
      sending.current = false;
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
    focusWanted.current = placed > 0;
    if (!placed) alert.current?.scrollIntoView?.({ block: 'nearest' });
  }, [problem, setError]);

  useEffect(() => {
    if (!draft) return;
    // What a page sets by itself is nothing that a person typed.
    const watching = form.watch((values, { type }) => type === 'change' && draft.keep(values as Partial<In>));
    return () => watching.unsubscribe();
  }, [form, draft]);
  // Refused: what had been handed over is here again, and only here.
  useEffect(() => {
    if (problem) draft?.keep(form.getValues());
  }, [problem, draft, form]);

  // After every render: the wrong fields are known once they are drawn as wrong. The timer lets the form library,
  // which focuses in the order of registration, go first.
  useEffect(() => {
    if (!focusWanted.current || !element.current?.querySelector(WRONG)) return;
    focusWanted.current = false;
    setTimeout(() => focusFirstWrong(element.current));
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

/** `field(name, rules)`: what the field of that name needs of its form, and what is wrong with it. */
export function fieldsOf<Values extends FieldValues>(form: UseFormReturn<Values>) {
  return <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
}

const WRONG = '[aria-invalid="true"]';

function focusFirstWrong(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>(WRONG);
  // A group of choices is wrong as a whole; its first choice takes the focus.
  const target = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input') : wrong;
  target?.focus();
}

/** The buttons at a form's end: Cancel first, the action last; side by side, as wide as the phone. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 pt-1 max-sm:*:flex-auto">{children}</div>;
}

export { useUnsavedGuard } from './unsaved.ts';
