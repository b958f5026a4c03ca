/**
 * `npm run build [-- NAME …]`: builds the web into apps/web/dist and the server into apps/api/dist.
 * --stale: skips parts that a concurrent build has completed while this one waited.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { external } from './lib/external.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { withLock } from './lib/lock.mjs';
import { main, root } from './lib/project.mjs';
import { beginBuild, isStale, partNames } from './lib/stale.mjs';

const builders = { api: buildApi, web: buildWeb };

await main(async () => {
  await ensureInstalled();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { stale: { type: 'boolean' } },
  });
  const names = positionals.length > 0 ? positionals : partNames;
  await withLock(
    'build',
    async () => {
      for (const name of names) if (!values.stale || isStale(name)) await build(name);
    },
    () => console.error('Another build is under way: waiting.'),
  );
});

async function build(name) {
  const started = performance.now();
  const finish = beginBuild(name);
  await builders[name]();
  finish();
  console.error(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function buildWeb() {
  await (await import('../apps/web/build.mjs')).buildWeb();
}

async function buildApi() {
  const { build: bundle } = await import('esbuild');
  const outdir = join(root, 'apps/api/dist');
  rmSync(outdir, { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: [
      'apps/api/src/server.ts',
      'apps/api/src/cli.ts',
      // Each worker thread needs its own entry file.
      'apps/api/src/farm/boundaries/geometry-worker.ts',
      'apps/api/src/lib/http/password-worker.ts',
      'apps/api/src/insight/tiles/tile-worker.ts',
    ],
    outbase: 'apps/api/src',
    outdir,
    // Loading one bundle takes two thirds of the time of loading the packages' own files.
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Dynamic imports stay separate files that are loaded on demand.
    splitting: true,
    chunkNames: '[name]-[hash]',
    sourcemap: true,
    // Readable stack traces are worth more than a few kilobytes.
    minify: false,
    keepNames: true,
    external,
    // Packages written for CommonJS call require for Node's own modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
