/** Chance that can be repeated: the same seed gives the same country, on every machine and on every day. */

export class Random {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #counter: number;
  #idTime = Number.NaN;
  #idStart = '';

  constructor(seed: string) {
    this.#seed = seed;
    const spread = scatter(hash(seed));
    [this.#a, this.#b, this.#c, this.#counter] = [spread(), spread(), spread(), 1];
    for (let step = 0; step < 12; step += 1) this.bits();
  }

  /** Chance of its own for a part, so that a change in one part leaves all others as they are. */
  fork(part: string | number): Random {
    return new Random(`${this.#seed}/${part}`);
  }

  /** 32 random bits: sfc32, in the public domain. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
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

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    const mixed: T[] = [];
    while (left.length > 0) mixed.push(...left.splice(this.whole(0, left.length - 1), 1));
    return mixed;
  }

  /** A UUIDv7 of that millisecond. */
  id(milliseconds: number): string {
    if (milliseconds !== this.#idTime) {
      const time = Math.floor(milliseconds).toString(16).padStart(12, '0');
      this.#idTime = milliseconds;
      this.#idStart = `${time.slice(0, 8)}-${time.slice(8)}-`;
    }
    const [first, second, third] = [this.bits(), this.bits(), this.bits()];
    const version = HEX[0x7000 | (first & 0xfff)];
    const variant = HEX[0x8000 | ((first >>> 12) & 0x3fff)];
    return `${this.#idStart}${version}-${variant}-${HEX[second >>> 16]}${HEX[third >>> 16]}${HEX[third & 0xffff]}`;
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

/** splitmix32: near seeds become far ones. */
function scatter(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let value = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return (value ^ (value >>> 15)) | 0;
  };
}
