/** The access log as it is stored. */
import type { Person, TestApp } from '../app.ts';

export interface LogEntry {
  look: string;
  entity_id: string | null;
  people: string[] | null;
  area: string | null;
}

/** Entries of the calls of a person, oldest first. */
export const logEntriesOf = (app: TestApp, { user }: Person) =>
  app.sql<LogEntry>`
    select look, entity_id, people, area from access_lines where viewer_id = ${user._id} order by created_at, id`;

export const clearLogOf = (app: TestApp, { user }: Person) =>
  app.sql`delete from access_lines where viewer_id = ${user._id}`;

/** Makes access log writes fail during `work`. */
export async function withoutAccessLog<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  await app.sql`alter table access_lines rename to closed_lines`;
  try {
    return await work();
  } finally {
    await app.sql`alter table closed_lines rename to access_lines`;
  }
}
