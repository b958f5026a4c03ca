/** What a farmer's phone keeps, as parts of a batch: under which key a screen looks for it, and which read answers it. */
import type { BatchPart, Equipment, Message, Parcel, Programme } from '@ardhi/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { DASHBOARD_SHOWS } from '../land/queries.ts';
import type { Page } from '../lib/api.ts';
import { today } from '../lib/dates.ts';
import type { Language } from '../lib/language.ts';
import { CONVERSATIONS, MESSAGES } from '../messages/queries.ts';
import { NOTICES } from '../notices/queries.ts';

export interface Part {
  key: QueryKey;
  get: string;
  shape: 'answer' | 'page' | 'pages';
}

const answer = (get: string, ...key: QueryKey): Part => ({ get, key, shape: 'answer' });
const page = (get: string, ...key: QueryKey): Part => ({ get, key, shape: 'page' });
const pages = (get: string, ...key: QueryKey): Part => ({ get, key, shape: 'pages' });

/** The lists and the summaries. */
export function overview(language: Language): Part[] {
  const month = today().slice(0, 7);
  const { activities, advice, harvests } = DASHBOARD_SHOWS;
  return [
    page('land', 'land', 'list'),
    answer('land/boundaries', 'land', 'boundaries'),
    answer('boundaries/overlaps', 'land', 'overlaps', 'own'),
    answer('land/deleted', 'land', 'deleted'),
    answer(`land/activities?limit=${activities}`, 'land', 'activities', activities),
    answer(`land/advice?limit=${advice}`, 'land', 'advice', advice),
    answer(`land/harvests-to-confirm?limit=${harvests}`, 'land', 'harvests', harvests),
    answer(`reports/monthly?month=${month}`, 'land', 'monthly', month),
    answer('reports/sustainability', 'land', 'sustainability'),
    page('equipment', 'equipment', 'list'),
    page('subsidies', 'subsidy', 'mine'),
    page('subsidies/programmes', 'subsidy', 'programmes'),
    page('policies', 'policy', 'list'),
    pages(`messages?channelType=all&limit=${CONVERSATIONS}`, 'message', 'list', 'all'),
    answer('messages/unread-count', 'message', 'unread'),
    pages(`notices?limit=${NOTICES}`, 'notice', 'list', language),
    answer('notices/unread-count', 'notice', 'unread'),
  ];
}

/** Bounds for a phone: what is beyond them is kept when it is opened. */
const PARCELS = 40;
const MACHINES = 20;
const PROGRAMMES = 10;
const THREADS = 10;

/** Each thing of the lists by itself. */
export function details(client: QueryClient): Part[] {
  const rows = <Row>(...key: QueryKey): Row[] => client.getQueryData<Page<Row>>(key)?.rows ?? [];
  const conversations = client.getQueryData<{ pages: Page<Message>[] }>(['message', 'list', 'all']);
  return [
    ...rows<Parcel>('land', 'list')
      .slice(0, PARCELS)
      .flatMap(({ _id, boundary }) => [
        answer(`land/${_id}`, 'land', 'one', _id),
        answer(`land/${_id}/score`, 'land', 'score', _id),
        ...(boundary ? [answer(`land/${_id}/boundary`, 'land', 'boundary', _id)] : []),
      ]),
    ...rows<Equipment>('equipment', 'list')
      .slice(0, MACHINES)
      .map(({ _id }) => answer(`equipment/${_id}`, 'equipment', 'one', _id)),
    ...rows<Programme>('subsidy', 'programmes')
      .slice(0, PROGRAMMES)
      .map(({ _id }) => answer(`subsidies/programmes/${_id}/eligibility`, 'subsidy', 'eligibility', _id)),
    // Taken along unseen: only who opens a conversation has read it.
    ...(conversations?.pages[0]?.rows ?? [])
      .slice(0, THREADS)
      .map(({ threadId }) =>
        pages(`messages/thread/${threadId}?limit=${MESSAGES}&peek=true`, 'message', 'thread', threadId),
      ),
  ];
}

/** The part as the screen's own query would hold it. */
export function dataOf({ shape }: Part, { answer, total, next }: BatchPart): unknown {
  if (shape === 'answer') return answer;
  const rows = answer as unknown[];
  const one: Page<unknown> = { rows, total: total ?? rows.length, next: next ?? undefined };
  return shape === 'page' ? one : { pages: [one], pageParams: [undefined] };
}
