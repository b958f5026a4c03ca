/** What somebody types into a search field, as a question to an index of words. */
import { type RawBuilder, sql } from 'kysely';

const MAX_WORDS = 8;
const prefix = (word: string) => `'${word}':*`;

/** Every word must begin a word of the row: `wan nja` finds Njambi Wanjiru. */
export const prefixQuery = (text: string): string => prefixQueries(text).join(' & ');

/** The same, as the questions that a row must all answer. */
export function prefixQueries(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const all = words.slice(0, MAX_WORDS).map(prefix);
  // A phone number is one word, however it is grouped.
  return words.length > 1 && /^[+\d\s()-]+$/.test(text)
    ? [`${all.join(' & ')} | ${prefix(words.join(''))}`]
    : all;
}

/** A word that more of all rows have: the index would name all of these, and one who walks along an order meets it soon. */
const COMMON_PART = 0.02;

/** Whether so many rows have a word of this beginning, by what the database knows of a column of words. */
export const isKnownCommon = (table: string, column: string, beginning: unknown): RawBuilder<boolean> => sql`(
  select coalesce(sum(part), 0) >= ${COMMON_PART}
  from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (lexeme, part)
  where schemaname = current_schema() and tablename = ${table} and attname = ${column}
    and starts_with(lexeme, ${beginning}))`;
