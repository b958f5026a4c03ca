/** Access log: each entry is written before the data leaves the server. The person concerned can read it. */
import type { AccessLook, Call } from '@ardhi/contract';
import { disclosureOf, type Ids } from '@ardhi/contract/disclosures';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../database/db.ts';
import { newId } from '../database/id.ts';
import { prepared } from '../database/prepared.ts';
import { counters } from '../logging/counters.ts';
import { LIMITS } from '../settings/env.ts';
import { problem } from '../text/problem.ts';

/** Exports with more people are logged by area. */
const MAX_PEOPLE_NAMED = 1000;

interface AccessLogEntry {
  look: AccessLook;
  entityId: string | null;
  people: string[] | null;
  area: string | null;
}

/** The caller, and the limit on the people whose data an official reads. */
export interface AccessViewer {
  id: string;
  sessionId: string;
  /** Area of the own queue, whose people do not count; null for national. */
  county: string | null;
  /** Null: unlimited. */
  maxPeople: number | null;
  /** Of the request, so that the operator finds the official behind an alert. */
  log: Pick<FastifyBaseLogger, 'info'>;
}

const insertEntry = prepared<{ result: 'logged' | 'over-limit' | 'refused' }>(
  'log-access',
  'select log_access($1, $2, $3, $4, $5, $6, $7, $8, $9) as result',
);

/** Throws if the viewer must re-authenticate before reading about more people. */
async function writeEntry(db: Db, viewer: AccessViewer, entry: AccessLogEntry): Promise<void> {
  const { look, entityId, people, area } = entry;
  const { id, sessionId, county, maxPeople } = viewer;
  const rows = await insertEntry(db, [
    newId(),
    id,
    look,
    entityId,
    people,
    area,
    sessionId,
    county,
    maxPeople,
  ]);
  const result = rows[0]?.result;
  if (result === 'logged') return;
  counters.peopleReadOverLimit += 1;
  const { setting } = LIMITS['people-read'];
  if (result === 'refused') throw problem('confirm-needed', { setting });
  viewer.log.info({ setting }, 'read more people than a setting allows, after re-authenticating');
}

/** Sorted, so that the statement above recognises a repeat of the same page. */
function otherPeople(viewerId: string, ids: Ids): string[] {
  return [...new Set(ids)].filter((id) => typeof id === 'string' && id !== viewerId).sort() as string[];
}

/** For a filter that tells who a person is, although the response does not name them. */
export const logOpening = (db: Db, viewer: AccessViewer, look: AccessLook, personId: string) =>
  writeEntry(db, viewer, { look, entityId: personId, people: [personId], area: null });

/** Logs whose data a response contains. */
type NoteAnswer = (db: Db, viewer: AccessViewer, answer: unknown) => Promise<void>;

/** Null for calls that return only the caller's own data. */
export function responseLogger(call: string): NoteAnswer | null {
  // The cast drops the types of the single call; they are checked where the rules are defined.
  const rule = disclosureOf(call as Call);
  if (typeof rule === 'string' || 'export' in rule) return null;
  const isOpening = 'opening' in rule;
  const look = isOpening ? rule.opening : rule.page;
  return async (db, viewer, answer) => {
    const people = otherPeople(viewer.id, rule.people(answer as never));
    const entityId = isOpening ? (answer as { _id: string })._id : null;
    if (people.length > 0) await writeEntry(db, viewer, { look, entityId, people, area: null });
  };
}

/** Logs who is in an export: its people, or null and the area if there are too many to name. */
export type LogExport = (people: Ids | null, area: string) => Promise<void>;

export function exportLogger(call: string, db: Db, viewer: AccessViewer) {
  const rule = disclosureOf(call as Call);
  if (typeof rule === 'string' || !('export' in rule)) return { noteExport: null, noted: () => true };
  let noted = false;
  const noteExport: LogExport = async (ids, area) => {
    const people = ids && otherPeople(viewer.id, ids);
    const entry = { look: rule.export, entityId: null };
    if (people === null || people.length > MAX_PEOPLE_NAMED)
      await writeEntry(db, viewer, { ...entry, people: null, area });
    else if (people.length > 0) await writeEntry(db, viewer, { ...entry, people, area: null });
    noted = true;
  };
  return { noteExport, noted: () => noted };
}
