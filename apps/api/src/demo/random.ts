/** Repeatable random numbers: the same seed gives the same data on every machine. */

export class Random {
  readonly #seed: string;
  #state: number;

  constructor(seed: string) {
    this.#seed = seed;
    this.#state = hash(seed);
  }

  /** A generator of its own for a part, so that a change in one part leaves all others as they are. */
  fork(part: string | number): Random {
    return new Random(`${this.#seed}/${part}`);
  }

  /** 32 random bits: mulberry32, in the public domain. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  }

  /** From 0 up to, not including, 1. */
  share(): number {
    return this.bits() / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.share();
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.share() * (high - low + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.share() * list.length)]!;
  }

  /** One of the keys, by its weight. */
  weighted<Key extends string>(weights: Partial<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** Around 0 with a spread of 1, by adding: a logarithm's last digit is not the same on all machines. */
  normal(): number {
    let sum = -6;
    for (let count = 0; count < 12; count += 1) sum += this.share();
    return sum;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: this.share() }));
    return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item);
  }

  /** A UUIDv7 of that millisecond. */
  id(milliseconds: number): string {
    const time = Math.floor(milliseconds).toString(16).padStart(12, '0');
    const [first, second, third] = [this.bits(), this.bits(), this.bits()];
    const version = HEX[0x7000 | (first & 0xfff)];
    const variant = HEX[0x8000 | ((first >>> 12) & 0x3fff)];
    const tail = `${HEX[second >>> 16]}${HEX[third >>> 16]}${HEX[third & 0xffff]}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${tail}`;
  }
}

/** Every four digits: millions of ids are written with them. */
const HEX = Array.from({ length: 0x10000 }, (_, value) => value.toString(16).padStart(4, '0'));

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193);
  }
  return value >>> 0;
}

export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
