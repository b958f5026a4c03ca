import { type ComponentType, lazy, Suspense, useState } from 'react';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import type { Correction, CorrectionProps } from '../outbox/call-screens.ts';
import type { Entry } from '../outbox/entry.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';

interface CorrectButtonProps {
  entry: Entry;
  correction: Correction;
  label: MessageKey;
  /** Shows it as the primary action. */
  main?: boolean;
}

/** Opens the entry's form with its values; saving replaces them. */
export function CorrectButton({ entry, correction, label, main = false }: CorrectButtonProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const buttonProps = { size: 'small', variant: main ? 'main' : 'plain' } as const;
  if ('page' in correction)
    return (
      <ButtonLink {...buttonProps} to={correction.page(entry)}>
        {t(label)}
      </ButtonLink>
    );
  return (
    <>
      <Button {...buttonProps} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
      {open && <CorrectionForm form={correction.form} entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CorrectionFormProps extends CorrectionProps {
  form: () => Promise<{ default: ComponentType<CorrectionProps> }>;
}

function CorrectionForm({ form, ...props }: CorrectionFormProps) {
  const [Form] = useState(() => lazy(form));
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
