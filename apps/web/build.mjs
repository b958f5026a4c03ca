/**
 * Builds the web into dist:
 *   assets/      scripts and styles by content hash, each also as .br and .gz
 *   pages/       prerendered pages, `name.language.html`, with placeholders for the server's configuration
 *   pages.json   page file per path
 *   sw.js        service worker, with the list of files that it caches
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
const configFile = join(root, 'vite.config.ts');
const COMPRESSIBLE = /\.(m?js|css|svg|json|webmanifest|wasm|txt)$/;

export async function buildWeb() {
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  await nameAllSources(await vite.build({ configFile, logLevel: 'warn' }));
  const { pages, table, manifests } = await prerender(vite);
  await writePages(pages);
  for (const [language, manifest] of Object.entries(manifests)) {
    await writeFile(join(dist, 'pages', `manifest.${language}.webmanifest`), JSON.stringify(manifest));
  }
  await buildWorker(vite);
  await writeFile(join(dist, 'pages.json'), JSON.stringify(table, null, 2));
  await rm(join(dist, 'index.html'));
  await rm(join(dist, '.vite'), { recursive: true });
  await compressAll();
}

/** Adds sources that share a chunk with others to the manifest, which service worker and preloads depend on. */
async function nameAllSources({ output }) {
  const path = join(dist, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  for (const { fileName, moduleIds = [] } of output) {
    for (const id of moduleIds) manifest[relative(root, id)] ??= byFile.get(fileName);
  }
  await writeFile(path, JSON.stringify(manifest));
}

/** Renders the pages with the same components, compiled for Node. */
async function prerender(vite) {
  const outDir = join(dist, '.prerender');
  await vite.build({
    configFile,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, manifest: false },
  });
  const entry = await import(`${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`);
  const result = {
    pages: await entry.prerender(),
    table: entry.pageTable(),
    manifests: entry.webManifests(),
  };
  await rm(outDir, { recursive: true });
  return result;
}

async function writePages(pages) {
  const template = (await readFile(join(dist, 'index.html'), 'utf8')).replace(
    '/boot.js',
    await hashedBootScript(),
  );
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  await mkdir(join(dist, 'pages'));
  for (const page of pages) {
    await writeFile(join(dist, 'pages', `${page.file}.html`), fill(template, page, manifest));
  }
}

/** Gives boot.js a hashed name like the other files, so that browsers cache it. */
async function hashedBootScript() {
  const { loadEnv, minify } = await import('vite');
  // Same rule as in src/lib/http/api-base.ts.
  const apiBase = loadEnv('production', root).VITE_API_BASE ?? '/api';
  const source = (await readFile(join(dist, 'boot.js'), 'utf8')).replace("'/api/", () => `'${apiBase}/`);
  await rm(join(dist, 'boot.js'));
  const { code } = await minify('boot.js', source);
  const name = `boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  await writeFile(join(dist, 'assets', name), code);
  return `/assets/${name}`;
}

/**
 * Sources of a farmer's dashboard in addition to those of every page. boot.js preloads them when a farmer opens the
 * dashboard, the login page while the user types; sources missing here load when they are rendered.
 */
const DASHBOARD = [
  'src/app/signed-in-app.tsx',
  'src/app/farmer-routes.tsx',
  'src/dashboard/farmer-dashboard.tsx',
  'src/office/policies/farmer-policies.tsx',
  'src/app/account-tools.tsx',
  'src/sync/bar-state.tsx',
  'src/records/notices/bar-tools.tsx',
  'src/app/offline-calls.ts',
  'src/lib/text/catalogues.ts',
];
/** Not part of the first load: farmers without parcels do not need it. */
const WITH_PARCELS = ['src/dashboard/farmer-today.tsx'];
const DASHBOARD_TEXTS = ['dashboard', 'land', 'policies', 'forms', 'offline', 'outbox', 'notices', 'places'];

function dashboardFiles(language, manifest, template) {
  const texts = DASHBOARD_TEXTS.map((domain) => `src/locales/${language}/${domain}.json`);
  const score = `../../packages/agronomy/locales/${language}/score.json`;
  const isNew = (file) => !template.includes(file);
  const first = chunksOf([...DASHBOARD, ...texts, score], manifest).filter(isNew);
  const later = chunksOf(WITH_PARCELS, manifest).filter((file) => isNew(file) && !first.includes(file));
  const names = (files) => files.map((file) => file.replace('assets/', '')).join(' ');
  return `data-dashboard="${names(first)}" data-parcels="${names(later)}"`;
}

const HEADING_FONT = 'src/ui/fonts/source-serif-4-latin-600.woff2';

function fill(template, page, manifest) {
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}" />`,
    // Sends the language cookie.
    '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />',
    ...preloads(page.source, manifest, template),
    // An optional font that arrives late is not used; the condition is that of its rule in styles.css.
    `<link rel="preload" as="font" type="font/woff2" crossorigin media="(min-width: 640px)" href="/${manifest[HEADING_FONT].file}">`,
  ];
  const data = [
    '<script type="application/json" id="config">%CONFIG%</script>',
    `<script type="application/json" id="messages">${escapeJson(page.messages)}</script>`,
  ];
  const dashboard = dashboardFiles(page.language, manifest, template);
  // Replacement functions, because `$` has a special meaning in replacement strings.
  return template
    .replace('<script src="/assets/boot', () => `<script ${dashboard} src="/assets/boot`)
    .replace('<html lang="en"', () => `<html lang="${page.language}" data-prerendered`)
    .replace('<title>Ardhi</title>', () => head.join('\n    '))
    .replace(
      '<div id="root"></div>',
      () =>
        `<p class="old-browser">${escapeHtml(page.oldBrowser)}</p>\n    <div id="root" data-page="${page.name}">${page.html}</div>\n    ${data.join('\n    ')}`,
    );
}

async function buildWorker(vite) {
  const list = await filesOfWorker();
  await vite.build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(list) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'src/sw/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
        // Drops unused shared code, e.g. React for hooks that the worker does not call.
        treeshake: { moduleSideEffects: false },
      },
    },
  });
}

/** Pictures and fonts: the app works without them, and a phone's storage is small. */
const DECORATION = /\.(webp|woff2)$/;
/** Only entry to the officials' pages; not cached on farmers' phones. */
const OFFICIALS = 'src/app/government-routes.tsx';
/** Lists of common passwords, 230 KB: changing a password needs a connection anyway. */
const PASSWORD_LISTS = 'src/accounts/auth/password-score.ts';
/** Entry points of every page after login. */
const APP = [
  'index.html',
  'src/app/signed-in-app.tsx',
  'src/app/account-tools.tsx',
  // Required to show and send queued entries.
  'src/app/offline-calls.ts',
  'src/app/offline-tables.ts',
  // Shown when another file is missing.
  'src/app/lifeboat.tsx',
  'src/outbox/background.ts',
  'src/outbox/send-many.ts',
  // Offered when the server no longer has the files of this version.
  'src/offline/update-prompt.tsx',
  'src/locales/en/sync.json',
  'src/locales/sw/sync.json',
  'src/app/farmer-routes.tsx',
  OFFICIALS,
];
const NOT_FOR_FARMERS = [OFFICIALS, PASSWORD_LISTS];
/** Sources of the pages that a farmer needs in the field, with their lazy parts except maps: dashboard, parcel, records, sync. */
const FIELD_PAGES = [
  'src/app/farmer-side-nav.tsx',
  'src/dashboard/farmer-dashboard.tsx',
  'src/dashboard/farmer-today.tsx',
  'src/dashboard/more-sheet.tsx',
  'src/dashboard/record-sheet.tsx',
  'src/office/policies/farmer-policies.tsx',
  'src/records/messages/messages-panel.tsx',
  'src/farm/land/corrections.tsx',
  'src/farm/land/parcel/parcel-charts.tsx',
  'src/farm/land/parcel/parcel-list-page.tsx',
  'src/farm/land/records/harvest-form.tsx',
  'src/farm/land/score/score-preview.ts',
  'src/farm/parcel-page/parcel-page.tsx',
  'src/sync/sync-page.tsx',
  '../../packages/agronomy/src/index.ts',
];
const fieldTexts = (language) => [
  `../../packages/agronomy/locales/${language}/score.json`,
  ...[...DASHBOARD_TEXTS, 'map', 'seasons', 'sync', 'equipment', 'subsidies', 'messages'].map(
    (domain) => `src/locales/${language}/${domain}.json`,
  ),
];
const FIELD = { pages: FIELD_PAGES, texts: { en: fieldTexts('en'), sw: fieldTexts('sw') } };

/**
 * Hashed files that the service worker caches, found by following the imports in the build manifest: `app` is needed at
 * every start, `field` to record without a network, `farmer` is everything else that farmers can reach. `texts` names the
 * files in `field` that only one language needs.
 */
export function filesToCache(manifest, { pages, texts } = FIELD) {
  const fieldSources = [...pages, ...Object.values(texts).flat()];
  const missing = [...APP, ...fieldSources, PASSWORD_LISTS].filter((key) => !manifest[key]);
  if (missing.length > 0) throw new Error(`Not in the build: ${missing.join(', ')}`);
  const follow = (keys, importsOf, found = new Map()) => {
    for (const key of keys) {
      const chunk = manifest[key];
      if (!chunk || found.has(key)) continue;
      found.set(key, chunk);
      follow(importsOf(chunk), importsOf, found);
    }
    return found;
  };
  const addresses = (chunks) =>
    [...chunks.values()].flatMap(({ file, css = [], assets = [] }) =>
      [file, ...css, ...assets].filter((name) => !DECORATION.test(name)).map((name) => `/${name}`),
    );
  const isForFarmers = (key) => !NOT_FOR_FARMERS.includes(key);
  const app = new Set(addresses(follow(APP, ({ imports = [] }) => imports)));
  const farmer = addresses(
    follow(APP.filter(isForFarmers), ({ imports = [], dynamicImports = [] }) =>
      [...imports, ...dynamicImports].filter(isForFarmers),
    ),
  );
  const field = new Set(addresses(follow(fieldSources, ({ imports = [] }) => imports)));
  const without = (list, ...sets) =>
    [...new Set(list)].filter((address) => !sets.some((set) => set.has(address))).sort();
  const textsOf = (language) =>
    without(addresses(new Map(texts[language].map((key) => [key, manifest[key]]))), app);
  return {
    app: [...app].sort(),
    field: without(field, app),
    texts: { en: textsOf('en'), sw: textsOf('sw') },
    farmer: without(farmer, app, field),
  };
}

async function filesOfWorker() {
  const files = filesToCache(JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')));
  const boot = (await readdir(join(dist, 'assets'))).find((name) => /^boot-.*\.js$/.test(name));
  const app = ['/icon-64.png', `/assets/${boot}`, ...files.app];
  const shells = await Promise.all(
    ['en', 'sw'].map((language) => readFile(join(dist, 'pages', `app.${language}.html`), 'utf8')),
  );
  const content = JSON.stringify([app, files.field, files.farmer, shells]);
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 10);
  const read = (addresses) => Promise.all(addresses.map((address) => readFile(join(dist, address))));
  const hashes = (await read([...app, ...files.field, ...files.farmer])).map((file) =>
    createHash('sha256').update(file).digest('base64').replace('=', ''),
  );
  const later = (await read(files.farmer)).map((file) => gzipSync(file).length);
  const farmerKilobytes = Math.ceil(later.reduce((sum, bytes) => sum + bytes, 0) / 1000);
  return { ...files, version, app, farmerKilobytes, hashes };
}

/** Preloads the page's chunk and its imports in parallel with the entry. */
function preloads(source, manifest, template) {
  return chunksOf([source], manifest)
    .filter((file) => !template.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

/** Chunks of these sources and all their imports. */
function chunksOf(sources, manifest) {
  const files = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`No chunk for ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return [...files];
}

const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const escapeJson = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

async function compressAll() {
  const files = (await readdir(dist, { recursive: true })).filter(
    (file) => COMPRESSIBLE.test(file) && file !== 'pages.json',
  );
  await Promise.all(
    files.map(async (file) => {
      const path = join(dist, file);
      const content = await readFile(path);
      if (content.length < 512) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildWeb();
