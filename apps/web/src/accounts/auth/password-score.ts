import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** Longer ones are strong, and take long to look through. */
const MAX_LENGTH = 64;

/** 0, guessed at once, to 4. */
export function passwordScore(password: string): number {
  return meter.check(password.slice(0, MAX_LENGTH)).score;
}
