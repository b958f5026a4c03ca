/** Detects misspelled settings: an unknown variable is ignored, so that the default would apply unnoticed. */
import { readEnv } from './env.ts';

/** The variables that the server reads. */
export function settingNames(): string[] {
  const names = new Set<string>();
  readEnv(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

const MAX_LETTERS = 2;
/** HOME and PGHOST are within two letters of HOST, and PGPORT of PORT, so that in short names only one may differ. */
const SHORT_NAME = 4;

export interface Misspelling {
  name: string;
  /** The setting that was probably meant. */
  meant: string;
}

/** Variables that are no setting, but within two letters of one. */
export function misspelledSettings(
  variables: Record<string, string | undefined> = process.env,
): Misspelling[] {
  const known = settingNames();
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = known
        .map((meant) => ({ meant, letters: distance(name.toUpperCase(), meant) }))
        .filter(({ meant, letters }) => letters <= (meant.length <= SHORT_NAME ? 1 : MAX_LETTERS))
        .sort((one, other) => one.letters - other.letters)[0];
      return nearest ? [{ name, meant: nearest.meant }] : [];
    });
}

export const misspellingText = ({ name, meant }: Misspelling) =>
  `${name} is not a setting and has no effect: did you mean ${meant}?`;

/** Damerau-Levenshtein distance: inserted, removed, replaced and swapped letters. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MAX_LETTERS) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1),
        ...(isSwapped ? [rows[row - 2]![column - 2]! + 1] : []),
      );
    }
  }
  return rows[from.length]![to.length]!;
}
