import { createHash, randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

export function newId(): string {
  return v7();
}

/** 256 random bits for a token or a link; only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

// No 0/O, 1/I/L: these codes are read aloud and typed by hand. 16 of 31 letters are 79 bits.
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Code in groups of four, easy to dictate. */
export function newCode(): string {
  const letters = Array.from({ length: 16 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Accepts a typed code with any spaces, dashes and case. Long link secrets are only trimmed. */
export function normaliseCode(text: string): string {
  const compact = text.replace(/[\s-]/g, '').toUpperCase();
  return compact.length === 16 ? compact.replace(/(.{4})(?=.)/g, '$1-') : text.trim();
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
