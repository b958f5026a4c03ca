/**
 * Number of unsent changes per account, in cookies: browsers that evict a site's databases keep its cookies, so that the
 * app can say what was lost. Safari deletes both after seven days without a visit.
 */
import { today } from './clock.ts';

export interface UnsentNote {
  /** Distinguishes accounts, without naming them. */
  id: string;
  count: number;
  /** Day of the last change of the count. */
  date: string;
  /** For the login page, which must not show names. */
  initials: string;
}

const UNSENT = 'unsent-';
const LOST = 'lost-';
/** The longest time that browsers accept. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** The end of an ID is its random part. */
const nameOf = (prefix: string, account: string) => prefix + account.slice(-12);

function cookies(): [name: string, value: string][] {
  return document.cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, value];
  });
}

function write(name: string, value: string): void {
  const age = value ? MAX_AGE_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in the oldest supported browsers
  document.cookie = `${name}=${value}; Max-Age=${age}; Path=/; SameSite=Strict`;
}

function parse(id: string, value: string | undefined): UnsentNote | undefined {
  const [count = '', date = '', initials = ''] = decodeURIComponent(value ?? '').split('_');
  return Number(count) > 0 ? { id, count: Number(count), date, initials } : undefined;
}

const read = (name: string) => parse(name, cookies().find(([one]) => one === name)?.[1]);

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((part) => `${[...part][0]?.toUpperCase()}.`)
    .join(' ');

export function noteUnsent(account: string, count: number, userName: string): void {
  const name = nameOf(UNSENT, account);
  if ((read(name)?.count ?? 0) === count) return;
  write(name, count > 0 ? encodeURIComponent(`${count}_${today()}_${initialsOf(userName)}`) : '');
}

/** The database is empty although changes were noted: they are lost. */
export function noteLost(account: string): void {
  const lost = cookies().find(([name]) => name === nameOf(UNSENT, account));
  if (lost?.[1]) write(nameOf(LOST, account), lost[1]);
  write(nameOf(UNSENT, account), '');
}

export const lostNote = (account: string): UnsentNote | undefined => read(nameOf(LOST, account));

export const dismissLost = (account: string): void => write(nameOf(LOST, account), '');

/** The notes of all accounts on this device. */
export const unsentNotes = (): UnsentNote[] =>
  cookies().flatMap(([name, value]) => (name.startsWith(UNSENT) ? (parse(name, value) ?? []) : []));
