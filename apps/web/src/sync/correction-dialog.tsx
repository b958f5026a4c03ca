import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { CorrectionProps } from '../outbox/call-screens.ts';

interface CorrectionDialogProps extends CorrectionProps {
  form: () => Promise<{ default: ComponentType<CorrectionProps> }>;
}

/** The form that a refused entry came from, with its values: saving it puts the new ones in their place. */
export function CorrectionDialog({ form, ...props }: CorrectionDialogProps) {
  const [Form] = useState(() => lazy(form));
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
