/** docs/score/README.md#3-common-rules: lower case; every run of non-alphanumeric characters becomes one space. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The normalised text, also without apostrophes if it has any: "ng'ombe" and "ngombe",
 * "Wang'uru" and "Wanguru" are spellings of the same words.
 */
export function spellings(text: string): string[] {
  const joined = text.replace(/['’‘ʼ`]/g, '');
  return joined === text ? [normalise(text)] : [normalise(text), normalise(joined)];
}

export interface NameMatch<T> {
  value: T;
  /** Index of the first word; `end` is exclusive. */
  start: number;
  end: number;
  characters: number;
}

/** Whole-word lookup of known names in free text. */
export class NameIndex<T> {
  readonly #values = new Map<string, T>();
  #longestWords = 1;

  add(name: string, value: T): void {
    for (const spelling of spellings(name)) {
      if (this.#values.has(spelling)) continue;
      this.#values.set(spelling, value);
      this.#longestWords = Math.max(this.#longestWords, spelling.split(' ').length);
    }
  }

  /** Matches only if the whole text is a known name. */
  exact(text: string): T | null {
    for (const spelling of spellings(text)) {
      const value = this.#values.get(spelling);
      if (value !== undefined) return value;
    }
    return null;
  }

  /** The longest name starting at each word, in text order. */
  matches(words: readonly string[]): NameMatch<T>[] {
    const found: NameMatch<T>[] = [];
    for (let start = 0; start < words.length; start += 1) {
      let name = '';
      let longest: NameMatch<T> | null = null;
      const limit = Math.min(words.length, start + this.#longestWords);
      for (let end = start + 1; end <= limit; end += 1) {
        name = name === '' ? words[start]! : `${name} ${words[end - 1]!}`;
        const value = this.#values.get(name);
        if (value !== undefined) longest = { value, start, end, characters: name.length };
      }
      if (longest) found.push(longest);
    }
    return found;
  }

  /** The longest name in the text; on a tie the first. */
  find(text: string): T | null {
    for (const spelling of spellings(text)) {
      let best: NameMatch<T> | null = null;
      for (const match of this.matches(spelling.split(' '))) {
        if (!best || match.characters > best.characters) best = match;
      }
      if (best) return best.value;
    }
    return null;
  }
}

export interface KnownName {
  key: string;
  name: string;
  /** The Swahili name, or the trade name if there is none. */
  swahili: string;
  aliases: string[];
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
