/** What somebody types into a search field, as a question to an index of words. */

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
