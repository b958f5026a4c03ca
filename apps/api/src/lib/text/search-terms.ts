/** Converts search terms into full-text prefix queries. */
import { type RawBuilder, sql } from 'kysely';

const MAX_TERMS = 8;
const prefix = (term: string) => `'${term}':*`;

/** Every term must be a prefix of a word in the row: `wan nja` finds Njambi Wanjiru. */
export const prefixQuery = (text: string): string => prefixQueries(text).join(' & ');

/** The same as separate queries, all of which must match. */
export function prefixQueries(text: string): string[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const all = terms.slice(0, MAX_TERMS).map(prefix);
  // A phone number is one term, however it is grouped.
  return terms.length > 1 && /^[+\d\s()-]+$/.test(text)
    ? [`${all.join(' & ')} | ${prefix(terms.join(''))}`]
    : all;
}

/**
 * The digits of a phone number without trunk prefix or country code, whichever way it was typed: 07…, +254… or 254….
 * Null if it is something else. Every stored number is found by its last nine digits.
 */
export function phoneDigits(typed: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, '');
  return digits.replace(/^(?:00254|254|0)/, '');
}

/** Share of rows above which a term is common: the index would return too many, and an ordered scan finds some soon. */
const COMMON_SHARE = 0.02;

/** Whether a prefix is common, by PostgreSQL's statistics of an array or tsvector column. */
export const isKnownCommon = (table: string, column: string, beginning: unknown): RawBuilder<boolean> => sql`(
  select coalesce(sum(part), 0) >= ${COMMON_SHARE}
  from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (lexeme, part)
  where schemaname = current_schema() and tablename = ${table} and attname = ${column}
    and starts_with(lexeme, ${beginning}))`;
