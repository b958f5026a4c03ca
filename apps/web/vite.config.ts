import { createRequire } from 'node:module';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { messagesPlugin } from './messages-plugin.ts';

/** The router's package hands out only its development build; the one for production lies beside it, without the warnings. */
const router = join(
  createRequire(import.meta.url).resolve('react-router/package.json'),
  '../dist/production',
);

/** Nearly all of these is run before a farmer's first pages stand. */
const RUN_AT_ONCE = /^(vendor|core|dialog|signed-in|fields|farm|writes|charts|parcel-page)$/;

/**
 * Browsers that know the comment compile all of such a file at once, beside the page, instead of each function when it is
 * first called, while somebody waits: on a very small phone a third of the time that drawing the dashboard takes. It must
 * be the first thing in the file, before what Vite itself puts there.
 */
const compileAtOnce: Plugin = {
  name: 'ardhi-compile-at-once',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && RUN_AT_ONCE.test(file.name))
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
    // Small pictures inlined as data: URLs would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Only the map library is larger than 300 kB: one file by choice, fetched for a map (docs/decisions/0011). Vite warns
    // about any file over 500 kB; what pages may weigh is judged by e2e/budgets.spec.ts.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is needed together, in few files that pack well instead of many small ones: 11 KB less on a farmer's
          // dashboard, 1 KB on `/`. What a module of a group imports belongs to it too, unless an earlier group has it.
          groups: [
            // What no deployment of ours changes stays in the browser's cache.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|lucide-react\/dist\/esm\/(shared\/|Icon|createLucideIcon|context)/,
            },
            // The frame around every page.
            {
              name: 'core',
              test: /\/src\/(app\/app|ui\/controls\/(badge|button))\.tsx$|\/contract\/src\/base\/(dates|limits|units)\.ts$|preload-helper/,
            },
            // What public forms share with the pages behind the login.
            {
              name: 'dialog',
              test: /\/src\/(lib\/device\/id|ui\/(controls\/contours|feedback\/(callout|confirm|dialog)|forms\/unsaved))\.tsx?$|\/icons\/circle-(check|exclamation-point)\.mjs$/,
            },
            // What every signed-in page starts with. Nothing of it acts by being loaded: `app/offline.ts` stays outside.
            {
              name: 'signed-in',
              test: /\/src\/(\w+\/[\w-]+\/(calls|keys)|app\/(account-tools|offline-calls|page-routes|quiet|shared-routes)|dashboard\/first-screen|farm\/land\/persisted-reads|lib\/(text\/catalogues|http\/(events|problem-text))|records\/notices\/(bar-tools|unread)|offline\/(data-age|fill|persist|persist-on-device|update-prompt|worker)|outbox\/(call-screens|current)|sync\/(bar-state|entry-text)|ui\/(feedback\/(empty|skeleton|toast)|layout\/(page|panel|part)))\.tsx?$/,
            },
            // On a line with 400 ms of latency, and for a service worker, each file costs more than its bytes. So what a
            // farmer's first pages are made of comes in a few: fields of forms, calls that may wait, the dashboard, what
            // saves and downloads, charts. A file of these that officials' pages import brings all of its group.
            {
              name: 'fields',
              test: /node_modules\/react-hook-form\/|\/src\/(accounts\/auth\/fields|lib\/forms\/checks|ui\/forms\/(field|form))\.tsx?$/,
            },
            {
              name: 'farm',
              test: /\/src\/(app\/farmer-routes|dashboard\/farmer-(activities|advice|dashboard|links|parcels|stats)|office\/policies\/farmer-policies)\.tsx$/,
            },
            // Each catalogue of a few hundred words, and all of a language's at the first page.
            ...['en', 'sw'].map((language) => ({
              name: `texts-${language}`,
              test: new RegExp(
                `/locales/${language}/(dashboard|forms|land|map|notices|offline|outbox|policies|score)\\.json$`,
              ),
            })),
            {
              name: 'writes',
              test: /\/src\/(dashboard\/farmer-today|lib\/(forms\/form-row|http\/use-write)|outbox\/(mark|use-queued-write)|ui\/(controls\/(disclosure|segmented)|feedback\/use-download))\.tsx?$|\/useInfiniteQuery\.js$|\/icons\/(download|file-|map-pin|message-circle)[\w-]*\.mjs$/,
            },
            { name: 'charts', test: /\/src\/ui\/charts\/(chart-frame|line-chart|table)\.tsx$/ },
            { name: 'parcel-page', test: /\/src\/farm\/parcel-page\/parcel-page\.tsx$/ },
          ],
        },
      },
      treeshake: {
        // A page that asks it for words must not load the formats of figures that it also hands out.
        // Whoever takes one function of the contract must not load all its schemas, and zod with them.
        moduleSideEffects: [
          { test: /\/lib\/text\/i18n\.tsx$/, sideEffects: false },
          { test: /\/packages\/contract\/src\//, sideEffects: false },
        ],
      },
    },
  },
}));
