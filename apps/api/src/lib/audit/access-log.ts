/** The line that a person reads when somebody else was given their data. It is written before the data leaves. */
import type { AccessLook, Call } from '@ardhi/contract';
import { type Disclosure, disclosures, type Ids } from '@ardhi/contract/disclosures';
import type { Db } from '../database/db.ts';
import { newId } from '../database/id.ts';
import { prepared } from '../database/prepared.ts';

/** More people than this in an export are named by their area. */
const MAX_PEOPLE_NAMED = 1000;

interface AccessLine {
  look: AccessLook;
  entityId: string | null;
  people: string[] | null;
  area: string | null;
}

// Turning a page and coming back, or a list that is asked for again, is one look.
const insertLine = prepared(
  'access-line',
  `insert into access_lines (id, viewer_id, look, entity_id, people, area)
   select $1, $2, $3, $4, $5, $6
   where not exists (
     select from access_lines
     where viewer_id = $2 and look = $3 and created_at > now() - interval '10 minutes'
       and entity_id is not distinct from $4 and people is not distinct from $5 and area is not distinct from $6
   )`,
);

async function writeLine(db: Db, viewerId: string, line: AccessLine): Promise<void> {
  await insertLine(db, [newId(), viewerId, line.look, line.entityId, line.people, line.area]);
}

/** In one order, so that the same page is the same look. */
function others(viewerId: string, ids: Ids): string[] {
  return [...new Set(ids)].filter((id) => typeof id === 'string' && id !== viewerId).sort() as string[];
}

/** Notes whose data an answer gives to its reader. */
type NoteAnswer = (db: Db, viewerId: string, answer: unknown) => Promise<void>;

/** null where the call gives nobody's data but the caller's own. */
export function noteAnswerOf(call: string): NoteAnswer | null {
  // One of the contract is only known by the call's own types, which are checked where the rules stand.
  const rule = disclosures[call as Call] as Disclosure;
  if (typeof rule === 'string' || 'export' in rule) return null;
  const opening = 'opening' in rule;
  const look = opening ? rule.opening : rule.page;
  return async (db, viewerId, answer) => {
    const people = others(viewerId, rule.people(answer as never));
    const entityId = opening ? (answer as { _id: string })._id : null;
    if (people.length > 0) await writeLine(db, viewerId, { look, entityId, people, area: null });
  };
}

/** Notes who is in an export: its people, or null and the area where there are more of them. */
export type NoteExport = (people: Ids | null, area: string) => Promise<void>;

export function noteExportOf(call: string, db: Db, viewerId: string) {
  const rule = disclosures[call as Call] as Disclosure;
  if (typeof rule === 'string' || !('export' in rule)) return { noteExport: null, noted: () => true };
  let noted = false;
  const noteExport: NoteExport = async (ids, area) => {
    const people = ids && others(viewerId, ids);
    const line = { look: rule.export, entityId: null };
    if (people === null || people.length > MAX_PEOPLE_NAMED)
      await writeLine(db, viewerId, { ...line, people: null, area });
    else if (people.length > 0) await writeLine(db, viewerId, { ...line, people, area: null });
    noted = true;
  };
  return { noteExport, noted: () => noted };
}
