import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

const web = ['apps/web/vitest.config.ts', 'apps/web/vitest.logic.config.ts'];

export default defineConfig({
  test: {
    // Two cores are what the checks are planned for, and each API test file keeps PostgreSQL busy as well.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'packages',
          // Nothing in them is remembered from one file to the next.
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
          // Loading the packages takes longer than most files do: see fresh.ts.
          isolate: false,
          setupFiles: ['apps/api/test/fresh.ts', 'apps/api/test/remembered-passwords.ts'],
          sequence: { setupFiles: 'list' },
        },
      },
      // The built server as a process of its own: run after the build, one at a time.
      {
        test: {
          ...shared,
          name: 'process',
          include: ['apps/api/test/process/*.test.ts'],
          // The server under test is a process of its own; the modules here remember nothing.
          isolate: false,
          globalSetup: ['apps/api/test/global-setup.ts'],
          fileParallelism: false,
          // Projects with different numbers of workers run one after another.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'attacks',
          include: ['apps/api/test/attacks/*.test.ts'],
          isolate: false,
          globalSetup: ['apps/api/test/global-setup.ts'],
        },
      },
      { test: { ...shared, name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
      ...web,
    ],
  },
});
