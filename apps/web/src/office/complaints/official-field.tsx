import type { ComplaintKind, Recipient } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { RecipientPicker } from '../../records/messages/recipient-picker.tsx';

/** Kinds that are about what a person did. */
const ABOUT_SOMEBODY: readonly (ComplaintKind | '')[] = ['money', 'conduct', 'decision'];

/** Whom it is about, where the kind is about somebody. */
export const officialOf = (kind: ComplaintKind | '', official: Recipient | null): string | undefined =>
  ABOUT_SOMEBODY.includes(kind) ? official?._id : undefined;

interface OfficialFieldProps {
  kind: ComplaintKind | '';
  value: Recipient | null;
  onChange: (official: Recipient | null) => void;
  error: string | undefined;
  /** Farmers find officials in one channel, officials in another. */
  channelType: 'government-farmer' | 'government-government';
}

/** Which official a complaint is about, if the person knows. */
export function OfficialField({ kind, ...picker }: OfficialFieldProps) {
  const t = useT();
  if (!ABOUT_SOMEBODY.includes(kind)) return null;
  return (
    <RecipientPicker
      {...picker}
      as={{
        name: 'officialId',
        label: t('complaints.official'),
        hint: t(kind === 'money' ? 'complaints.officialSecret' : 'complaints.officialHint'),
        required: false,
      }}
    />
  );
}
