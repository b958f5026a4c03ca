/**
 * Reference numbers of applications and programmes: 2026-32-KTRVWP is the year, the county (00: national), five random
 * letters and a check letter. The database draws them (`draw_reference` in apps/api/sql/subsidies.sql). Does not import
 * zod, so that web pages can load it.
 */

/** The position of a letter is its value. Vowels occur only as check letters, so that no words are formed. */
const LETTERS = 'BCDFGHJKMNPQRSTVWXYZAEU';

/** Weights are distinct modulo the prime 23: one wrong character and any two swapped ones are detected. */
function checkLetter(code: string): string {
  const values = [...code].map((character) =>
    /\d/.test(character) ? Number(character) : LETTERS.indexOf(character),
  );
  const sum = values.reduce((total, value, index) => total + (index + 1) * value, 0);
  return LETTERS[sum % LETTERS.length]!;
}

/** Normalizes a typed reference number, with or without separators; returns null if it is none. */
export function readReference(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s.-]/g, '');
  const parts = /^(\d{4})(\d\d)([B-DF-HJKMNP-TV-Z]{5}[A-HJKMNP-Z])$/.exec(code);
  return parts && checkLetter(code.slice(0, -1)) === code.at(-1) ? parts.slice(1).join('-') : null;
}
