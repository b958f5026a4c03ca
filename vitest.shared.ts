/** Settings shared by all test projects. */

/** `npm run test:full` also runs *.full.test.{ts,mjs} files and repeats randomised tests more often. */
export const isFull = process.env.TEST_FULL === '1';

declare module 'vitest' {
  interface ProvidedContext {
    isFull: boolean;
  }
}

export const shared = {
  provide: { isFull },
  exclude: isFull ? [] : ['**/*.full.test.{ts,mjs}'],
  // The timeouts only stop tests that hang. A busy machine is slow, not wrong.
  testTimeout: isFull ? 1_800_000 : 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};
