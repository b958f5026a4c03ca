/** Pure logic tests run without a DOM, which would cost a second per file. */
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import web, { DOM_TESTS } from './vitest.config.ts';

export default defineConfig({
  ...web,
  test: {
    ...web.test,
    name: 'web-logic',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    exclude: [...shared.exclude, ...DOM_TESTS],
    setupFiles: ['./test/reset-modules.ts'],
  },
});
