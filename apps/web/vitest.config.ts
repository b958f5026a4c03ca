import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import { messagesPlugin } from './messages-plugin.ts';

export const DOM_TESTS = ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), react()],
  json: { namedExports: false },
  test: {
    ...shared,
    name: 'web',
    environment: 'jsdom',
    include: DOM_TESTS,
    // Creating a page takes longer than most files, so files of a worker share one, which reset-page.ts resets.
    isolate: false,
    setupFiles: ['./test/reset-modules.ts', './test/reset-page.ts', './test/setup.ts'],
    sequence: { setupFiles: 'list' },
    // Inlined, so that each file gets an empty database and a library bound to its classes.
    server: { deps: { inline: ['fake-indexeddb', 'idb'] } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
