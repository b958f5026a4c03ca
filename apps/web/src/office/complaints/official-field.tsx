import type { ComplaintKind, Recipient } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { RecipientPicker } from '../../records/messages/recipient-picker.tsx';

/** Kinds that can concern a particular official. */
const KINDS_WITH_OFFICIAL: readonly (ComplaintKind | '')[] = ['money', 'conduct', 'decision'];

/** The official's id if the kind can concern an official. */
export const officialOf = (kind: ComplaintKind | '', official: Recipient | null): string | undefined =>
  KINDS_WITH_OFFICIAL.includes(kind) ? official?._id : undefined;

interface OfficialFieldProps {
  kind: ComplaintKind | '';
  value: Recipient | null;
  onChange: (official: Recipient | null) => void;
  error: string | undefined;
  /** Channel in which the picker searches: farmers and officials use different ones. */
  channelType: 'government-farmer' | 'government-government';
}

/** Optional field for the official that a complaint concerns. */
export function OfficialField({ kind, ...picker }: OfficialFieldProps) {
  const t = useT();
  if (!KINDS_WITH_OFFICIAL.includes(kind)) return null;
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
