import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

/** Attacks of `npm test`; the others run in `npm run test:full` only. */
const USUAL_ATTACKS = 'apps/api/test/attacks/second-factor.test.ts';
const web = ['apps/web/vitest.config.ts', 'apps/web/vitest.logic.config.ts'];

export default defineConfig({
  test: {
    // The checks are sized for two cores, and each API test file also keeps PostgreSQL busy.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'packages',
          // These modules hold no state between files.
          isolate: false,
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [...shared.exclude, 'packages/embedded-postgres/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'embedded-postgres',
          include: ['packages/embedded-postgres/src/**/*.test.ts'],
          globalSetup: ['packages/embedded-postgres/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['apps/api/{src,test}/**/*.test.ts'],
          exclude: [...shared.exclude, 'apps/api/test/{process,attacks}/**'],
          globalSetup: ['apps/api/test/global-setup.ts'],
          // Loading the packages takes longer than most test files: see reset-modules.ts.
          isolate: false,
          setupFiles: ['apps/api/test/reset-modules.ts', 'apps/api/test/password-cache.ts'],
          sequence: { setupFiles: 'list' },
        },
      },
      // Tests of the built server as a separate process: run after the build, one at a time.
      {
        test: {
          ...shared,
          name: 'process',
          include: ['apps/api/test/process/*.test.ts', USUAL_ATTACKS],
          // The server under test is a separate process, so the modules here hold no state.
          isolate: false,
          globalSetup: ['apps/api/test/global-setup.ts', 'apps/api/test/process/global-setup.ts'],
          fileParallelism: false,
          // Vitest requires separate groups for projects with different worker counts.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'attacks',
          include: ['apps/api/test/attacks/*.test.ts'],
          exclude: [...shared.exclude, USUAL_ATTACKS],
          isolate: false,
          globalSetup: ['apps/api/test/global-setup.ts'],
        },
      },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
      ...web,
    ],
  },
});
