import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** Longer passwords are strong anyway, and slow to check. */
const MAX_LENGTH = 64;

/** From 0 (guessed at once) to 4. */
export function passwordScore(password: string): number {
  return meter.check(password.slice(0, MAX_LENGTH)).score;
}
