import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import type { ComponentProps } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { TextArea } from '../../ui/forms/field.tsx';

type KiswahiliFieldProps = Omit<ComponentProps<typeof TextArea>, 'hint' | 'lang' | 'rows' | 'maxLength'> & {
  open?: boolean;
};

/** Optional text that readers of Kiswahili see instead of the one above. */
export function KiswahiliField({ open, ...props }: KiswahiliFieldProps) {
  const t = useT();
  return (
    <Disclosure lazy summary={t('forms.kiswahili')} open={open || undefined}>
      <TextArea
        hint={t('forms.kiswahiliHint')}
        lang="sw"
        rows={3}
        maxLength={MAX_DECISION_REASON_LENGTH}
        {...props}
      />
    </Disclosure>
  );
}
