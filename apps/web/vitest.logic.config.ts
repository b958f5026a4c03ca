/** What is logic alone does without a page, which costs a second for each file. */
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import web, { NEEDS_A_PAGE } from './vitest.config.ts';

export default defineConfig({
  ...web,
  test: {
    ...web.test,
    name: 'web-logic',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    exclude: [...shared.exclude, ...NEEDS_A_PAGE],
    setupFiles: ['./test/fresh-modules.ts'],
  },
});
