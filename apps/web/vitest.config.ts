import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import { messagesPlugin } from './messages-plugin.ts';

export const NEEDS_A_PAGE = ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), react()],
  json: { namedExports: false },
  test: {
    ...shared,
    name: 'web',
    environment: 'jsdom',
    include: NEEDS_A_PAGE,
    // A page costs more than most files: those of a worker share one, which fresh.ts empties.
    isolate: false,
    setupFiles: ['./test/fresh-modules.ts', './test/fresh.ts', './test/setup.ts'],
    sequence: { setupFiles: 'list' },
    // An empty database for each file, and a library that knows the new one's classes.
    server: { deps: { inline: ['fake-indexeddb', 'idb'] } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
