/** What every test project has in common. */

/** `npm run test:full` runs the files named *.full.test.ts as well, and repeats what is tried at random more often. */
export const isFull = process.env.TEST_FULL === '1';

declare module 'vitest' {
  interface ProvidedContext {
    isFull: boolean;
  }
}

export const shared = {
  provide: { isFull },
  exclude: isFull ? [] : ['**/*.full.test.ts'],
  // Limits end what hangs. A busy machine is slow, not wrong.
  testTimeout: isFull ? 1_800_000 : 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};
