/**
 * Directory of recipients. With `DIRECTORY=search` a farmer needs at least three letters to find other farmers, and
 * sees the email addresses only of those who have written to them.
 */
import type { Language, Recipient, Role } from '@ardhi/contract';
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import type { Db } from '../../lib/database/db.ts';
import { viewingScope } from '../../lib/http/scope.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import type { Env } from '../../lib/settings/env.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { listOwnOffices, presentOffice } from './offices.ts';
import { listCorrespondents, listPeople, type PersonRow, searchPeople } from './people-queries.ts';

const PEOPLE_FOUND = 20;
const MIN_LETTERS = 3;

interface PeopleSearch {
  q?: string;
  userId?: string;
  limit?: number;
  /** null: any role. */
  role: Role | null;
}

interface SearchContext {
  db: Db;
  env: Env;
  user: SignedInUser;
  t: Translate;
}

/** People, for farmers after their own offices. */
export async function findRecipients(
  { db, env, user, t }: SearchContext,
  search: PeopleSearch,
): Promise<Recipient[]> {
  const offices = await findOffices(db, user, search, t);
  const people = await findPeople(db, env, user, search);
  return [...offices, ...people].slice(0, search.limit ?? MAX_PAGE_SIZE);
}

async function findOffices(
  db: Db,
  user: SignedInUser,
  { q = '', userId, role }: PeopleSearch,
  t: Translate,
): Promise<Recipient[]> {
  if (user.role !== 'farmer' || role === 'farmer') return [];
  const typed = q.trim().toLowerCase();
  return (await listOwnOffices(db, user.id))
    .map((place) => presentOffice(place, t))
    .filter(({ _id, name }) => (!userId || _id === userId) && ` ${name.toLowerCase()}`.includes(` ${typed}`))
    .map(({ _id, name, role }) => ({ _id, name, email: '', role, office: true }));
}

async function findPeople(
  db: Db,
  env: Env,
  user: SignedInUser,
  { q, userId, limit, role }: PeopleSearch,
): Promise<Recipient[]> {
  const text = q?.trim();
  const maxResults = Math.min(limit ?? MAX_PAGE_SIZE, text ? PEOPLE_FOUND : MAX_PAGE_SIZE);
  const filter = { except: user.id, role, limit: maxResults, scope: viewingScope(user.scope) };
  const find = (filtered: typeof filter) =>
    text ? searchPeople(db, text, filtered) : listPeople(db, { ...filtered, only: userId });
  if (user.role !== 'farmer') return (await find(filter)).map(presentToOfficial);
  if (env.directory === 'open') return (await find(filter)).map(present);

  const letters = text?.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  // Without a search text farmers are not listed, only looked up by id, and only those who have written.
  const includesFarmers = letters >= MIN_LETTERS || userId;
  if (!includesFarmers && role === 'farmer') return [];
  const listed = await find(includesFarmers ? filter : { ...filter, role: 'government' });
  const ids = listed.filter(isFarmer).map(({ id }) => id);
  const known = ids.length > 0 ? await listCorrespondents(db, user.id, ids) : new Set<string>();
  return listed
    .filter((person) => !isFarmer(person) || letters >= MIN_LETTERS || known.has(person.id))
    .map((person) =>
      present({ ...person, email: isFarmer(person) && !known.has(person.id) ? '' : person.email }),
    );
}

const isFarmer = ({ role }: PersonRow) => role === 'farmer';

const presentToOfficial = (person: PersonRow): Recipient => ({
  ...present(person),
  ...(isFarmer(person) && { language: person.language as Language }),
});

function present({ id, name, email, role }: PersonRow): Recipient {
  return { _id: id, name, email, role: role as Role };
}
