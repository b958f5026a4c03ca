import { expect, test } from 'vitest';
import { filesToCache } from '../apps/web/build.mjs';

const chunk = (file, more = {}) => ({ file: `assets/${file}.js`, ...more });

/** Vite manifest with one page for farmers, one for officials, one for both, and shared chunks. */
const MANIFEST = {
  'index.html': chunk('index', {
    imports: ['_vendor.js'],
    dynamicImports: [
      'src/app/signed-in-app.tsx',
      'src/app/farmer-routes.tsx',
      'src/app/government-routes.tsx',
    ],
    css: ['assets/index.css'],
  }),
  'src/app/signed-in-app.tsx': chunk('signed-in'),
  'src/app/account-tools.tsx': chunk('tools', {
    dynamicImports: ['src/sync/bar-state.tsx', 'src/accounts/auth/password-score.ts'],
  }),
  'src/accounts/auth/password-score.ts': chunk('password-lists'),
  'src/app/offline-calls.ts': chunk('calls'),
  'src/app/offline-tables.ts': chunk('tables'),
  'src/app/lifeboat.tsx': chunk('lifeboat'),
  'src/outbox/background.ts': chunk('background'),
  'src/outbox/send-many.ts': chunk('send-many'),
  'src/offline/update-prompt.tsx': chunk('update-prompt'),
  'src/locales/en/sync.json': chunk('sync-en'),
  'src/locales/sw/sync.json': chunk('sync-sw'),
  'src/locales/en/land.json': chunk('land-en'),
  'src/locales/sw/land.json': chunk('land-sw'),
  'src/app/farmer-routes.tsx': chunk('farmer-routes', {
    imports: ['_shared-routes.js'],
    dynamicImports: ['src/land/parcel-page.tsx'],
  }),
  'src/app/government-routes.tsx': chunk('government-routes', {
    imports: ['_shared-routes.js'],
    dynamicImports: ['src/analytics/analytics-page.tsx'],
  }),
  '_shared-routes.js': chunk('shared-routes', { dynamicImports: ['src/messages/messages-page.tsx'] }),
  '_vendor.js': chunk('vendor'),
  '_chart.js': chunk('chart'),
  'src/sync/bar-state.tsx': chunk('bar-state'),
  'src/land/parcel-page.tsx': chunk('parcel', { imports: ['_chart.js'], assets: ['assets/map.wasm'] }),
  'src/messages/messages-page.tsx': chunk('messages'),
  'src/analytics/analytics-page.tsx': chunk('analytics', { imports: ['_chart.js'] }),
};

/** The same manifest in another order. */
function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  );
}

const FIELD = {
  pages: ['src/land/parcel-page.tsx'],
  texts: { en: ['src/locales/en/land.json'], sw: ['src/locales/sw/land.json'] },
};

test("a farmer's phone caches the pages of the field, every other farmer page, and no official page", () => {
  const { app, field, texts, farmer } = filesToCache(MANIFEST, FIELD);
  expect(field).toEqual([
    '/assets/chart.js',
    '/assets/land-en.js',
    '/assets/land-sw.js',
    '/assets/map.wasm',
    '/assets/parcel.js',
  ]);
  expect(texts).toEqual({ en: ['/assets/land-en.js'], sw: ['/assets/land-sw.js'] });
  expect(farmer).toEqual(['/assets/bar-state.js', '/assets/messages.js']);
  expect(app).toContain('/assets/government-routes.js');
  expect(app).toContain('/assets/index.css');
});

test('pictures and fonts are not cached on phones', () => {
  const manifest = {
    ...MANIFEST,
    'index.html': { ...MANIFEST['index.html'], assets: ['assets/a.svg', 'assets/a.webp', 'assets/a.woff2'] },
  };
  const { app, farmer } = filesToCache(manifest, FIELD);
  expect([...app, ...farmer].filter((name) => name.startsWith('/assets/a.'))).toEqual(['/assets/a.svg']);
});

test('the order of pages and keys changes nothing', () => {
  expect(filesToCache(reversed(MANIFEST), FIELD)).toEqual(filesToCache(MANIFEST, FIELD));
});

test('a build without the routes of a role fails instead of omitting its pages', () => {
  const { 'src/app/farmer-routes.tsx': _, ...without } = MANIFEST;
  expect(() => filesToCache(without, FIELD)).toThrow('src/app/farmer-routes.tsx');
});
