/** Access log: each entry is written before the data leaves the server. The person concerned can read it. */
import type { AccessLook, Call } from '@ardhi/contract';
import { disclosureOf, type Ids } from '@ardhi/contract/disclosures';
import type { Db } from '../database/db.ts';
import { newId } from '../database/id.ts';
import { prepared } from '../database/prepared.ts';

/** Exports with more people are logged by area. */
const MAX_PEOPLE_NAMED = 1000;

interface AccessLogEntry {
  look: AccessLook;
  entityId: string | null;
  people: string[] | null;
  area: string | null;
}

// Repeats within ten minutes, such as paging back or refetching a list, count as one access.
const insertEntry = prepared(
  'access-line',
  `insert into access_lines (id, viewer_id, look, entity_id, people, area)
   select $1, $2, $3, $4, $5, $6
   where not exists (
     select from access_lines
     where viewer_id = $2 and look = $3 and created_at > now() - interval '10 minutes'
       and entity_id is not distinct from $4 and people is not distinct from $5 and area is not distinct from $6
   )`,
);

async function writeEntry(db: Db, viewerId: string, entry: AccessLogEntry): Promise<void> {
  await insertEntry(db, [newId(), viewerId, entry.look, entry.entityId, entry.people, entry.area]);
}

/** Sorted, so that the statement above recognises a repeat of the same page. */
function otherPeople(viewerId: string, ids: Ids): string[] {
  return [...new Set(ids)].filter((id) => typeof id === 'string' && id !== viewerId).sort() as string[];
}

/** Logs whose data a response contains. */
type NoteAnswer = (db: Db, viewerId: string, answer: unknown) => Promise<void>;

/** Null for calls that return only the caller's own data. */
export function responseLogger(call: string): NoteAnswer | null {
  // The cast drops the types of the single call; they are checked where the rules are defined.
  const rule = disclosureOf(call as Call);
  if (typeof rule === 'string' || 'export' in rule) return null;
  const isOpening = 'opening' in rule;
  const look = isOpening ? rule.opening : rule.page;
  return async (db, viewerId, answer) => {
    const people = otherPeople(viewerId, rule.people(answer as never));
    const entityId = isOpening ? (answer as { _id: string })._id : null;
    if (people.length > 0) await writeEntry(db, viewerId, { look, entityId, people, area: null });
  };
}

/** Logs who is in an export: its people, or null and the area if there are too many to name. */
export type LogExport = (people: Ids | null, area: string) => Promise<void>;

export function exportLogger(call: string, db: Db, viewerId: string) {
  const rule = disclosureOf(call as Call);
  if (typeof rule === 'string' || !('export' in rule)) return { noteExport: null, noted: () => true };
  let noted = false;
  const noteExport: LogExport = async (ids, area) => {
    const people = ids && otherPeople(viewerId, ids);
    const entry = { look: rule.export, entityId: null };
    if (people === null || people.length > MAX_PEOPLE_NAMED)
      await writeEntry(db, viewerId, { ...entry, people: null, area });
    else if (people.length > 0) await writeEntry(db, viewerId, { ...entry, people, area: null });
    noted = true;
  };
  return { noteExport, noted: () => noted };
}
