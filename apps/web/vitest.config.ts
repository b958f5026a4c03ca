import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { messagesPlugin } from './messages-plugin.ts';

export const NEEDS_A_PAGE = ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), react()],
  json: { namedExports: false },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: NEEDS_A_PAGE,
    setupFiles: ['./test/setup.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
