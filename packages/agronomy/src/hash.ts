import { canonicalise } from './canonical.ts';
import type { ScoreInput } from './types.ts';

/**
 * 128 bits in hexadecimal, from two passes of the public-domain cyrb53 mixing steps with different seeds.
 * Detects changed inputs; not cryptographic, so it does not prevent deliberate collisions.
 */
export function hashText(text: string): string {
  return hash64(text, 0x9e3779b9) + hash64(text, 0x85ebca6b);
}

/** Independent of the order of records and of the parcel's id. */
export function inputsHash(input: ScoreInput): string {
  return hashText(canonicalise(input).text);
}

function hash64(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let position = 0; position < text.length; position += 1) {
    const unit = text.charCodeAt(position);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return hex32(b) + hex32(a);
}

function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
