import type { QueueCounts } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { hasDuty } from '../lib/session/duties.ts';
import { useUser } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { useQueueCounts } from '../office/queue/queries.ts';
import { useUnreadMessages } from '../records/notices/unread.ts';
import type { PlaceCount } from './side-nav.tsx';

const WORK = {
  [paths.queue]: 'office',
  [paths.appeals]: 'appeals',
  [paths.complaints]: 'complaints',
  [paths.contactMessages]: 'messages',
  [paths.overlaps]: 'overlaps',
} as const satisfies Record<string, keyof QueueCounts>;

/** Selects the plural form when the server stopped counting. */
const MANY = 10_000;

/** Open work and unread messages, by address of the place. */
export function useOfficeCounts(): Record<string, PlaceCount | undefined> {
  const t = useT();
  const work = useQueueCounts(hasDuty(useUser(), 'view')).data;
  const unread = useUnreadMessages().data?.count ?? 0;
  const counts: Record<string, PlaceCount | undefined> = {
    [paths.messages]: { value: unread, text: t('places.unread', { count: unread }) },
  };
  for (const [to, kind] of Object.entries(WORK)) {
    const value = work?.[kind];
    if (value !== undefined) counts[to] = { value, text: t('office.open', { count: value ?? MANY }) };
  }
  return counts;
}
