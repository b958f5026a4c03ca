import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { messagesPlugin } from './messages-plugin.ts';

/** The router's package exports only its development build; the production build, without warnings, is next to it. */
const router = join(
  createRequire(import.meta.url).resolve('react-router/package.json'),
  '../dist/production',
);

/** Chunks that are almost completely executed before a farmer's first pages are rendered. */
const EAGER_CHUNKS = /^(vendor|core|dialog|signed-in|fields|farm|writes|charts|parcel-page)$/;

/**
 * Browsers that support this comment compile the whole file in the background instead of each function at its first
 * call. On a low-end phone this saves a third of the time to render the dashboard. The comment must be the first thing
 * in the file, before Vite's own code.
 */
const compileAtOnce: Plugin = {
  name: 'ardhi-compile-at-once',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && EAGER_CHUNKS.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), react(), tailwindcss(), compileAtOnce],
  json: { namedExports: false },
  resolve: {
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: join(router, 'index.mjs') }] : [],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The content security policy blocks small images inlined as data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Only the map library is larger than 300 kB, deliberately in one file (docs/decisions/0011). Vite warns about files
    // over 500 kB; e2e/budgets.spec.ts asserts the page weights.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few large files compress better than many small ones: 11 KB less on a farmer's dashboard, 1 KB on `/`.
          // Imports of a group's modules belong to the group too, unless an earlier group has them.
          groups: [
            // Dependencies that our releases do not change stay in the browser cache.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|lucide-react\/dist\/esm\/(shared\/|Icon|createLucideIcon|context)/,
            },
            // Layout of every page.
            {
              name: 'core',
              test: /\/src\/(app\/app|ui\/controls\/(badge|button|drawing))\.tsx$|\/contract\/src\/base\/(dates|limits|paths|units)\.ts$|preload-helper/,
            },
            // Shared by public forms and pages after login.
            {
              name: 'dialog',
              test: /\/src\/(lib\/(device\/(id|unsent-cookie)|http\/error-kinds|text\/use-format)|ui\/(controls\/contours|feedback\/(callout|confirm|dialog)|forms\/unsaved))\.tsx?$|\/icons\/circle-(check|exclamation-point)\.mjs$/,
            },
            // Start of every page after login. Must be free of side effects, so `app/offline.ts` is not included.
            {
              name: 'signed-in',
              test: /\/src\/(\w+\/[\w-]+\/(calls|keys)|app\/(account-tools|offline-calls|page-routes|optional-boundary|shared-routes)|dashboard\/first-(screen|steps)|farm\/land\/persisted-reads|lib\/(device\/persistence|text\/catalogues|http\/(events|problem-text))|records\/notices\/(bar-tools|unread)|offline\/(data-age|fill|persist|persist-on-device|worker)|outbox\/(call-screens|current)|sync\/(bar-state|entry-text)|ui\/(feedback\/(empty|query-state|skeleton(-list)?|toast)|layout\/(page|panel|part)))\.tsx?$/,
            },
            // With 400 ms latency, and for the service worker, the number of files costs more than their size. So a
            // farmer's first pages are grouped into a few files: form fields, queueable calls, dashboard, writes and
            // downloads, charts. Officials' pages that import one module of a group load the whole group.
            {
              name: 'fields',
              test: /node_modules\/react-hook-form\/|\/src\/(accounts\/auth\/fields|lib\/forms\/checks|ui\/forms\/(field|form|use-submit))\.tsx?$/,
            },
            {
              name: 'farm',
              test: /\/src\/(app\/farmer-routes|dashboard\/farmer-(activities|advice|dashboard|links|parcels|stats)|office\/policies\/farmer-policies)\.tsx$/,
            },
            { name: 'side-nav', test: /\/src\/(app\/(farmer-)?side-nav|dashboard\/more-places)\.tsx?$/ },
            // Small catalogues that the first page needs, one file per language.
            ...['en', 'sw'].map((language) => ({
              name: `texts-${language}`,
              test: new RegExp(
                `/locales/${language}/(dashboard|forms|land|notices|offline|outbox|places|policies|score)\\.json$`,
              ),
            })),
            {
              name: 'writes',
              test: /\/src\/(lib\/(forms\/form-row|http\/use-(refetching-)?write)|outbox\/(unsent-badge|use-queued-write)|ui\/(controls\/(disclosure|segmented)|feedback\/use-download))\.tsx?$|\/useInfiniteQuery\.js$|\/icons\/(download|file-|map-pin|message-circle)[\w-]*\.mjs$/,
            },
            { name: 'charts', test: /\/src\/ui\/charts\/(chart-frame|line-chart|table)\.tsx$/ },
            { name: 'parcel-page', test: /\/src\/farm\/parcel-page\/parcel-page\.tsx$/ },
          ],
        },
      },
      treeshake: {
        // Importing texts from i18n.tsx must not load the number formats that it re-exports.
        // Importing one function of the contract must not load all its schemas and zod.
        moduleSideEffects: [
          { test: /\/lib\/text\/i18n\.tsx$/, sideEffects: false },
          { test: /\/packages\/contract\/src\//, sideEffects: false },
        ],
      },
    },
  },
}));
