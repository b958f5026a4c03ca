/** `npm start` and `npm run demo`: installs what is missing, builds what is stale, and becomes the server. */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { endWithParent, main, root } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  if (process.env.npm_lifecycle_event) endWithParent();
  await ensureInstalled();
  ensureBuilt();
  if (process.argv.includes('--demo')) prepareDemo();
  process.env.NODE_ENV ??= 'production';
  // Node 22 and newer keep compiled code between starts.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'ardhi-compiled'));
});
await import('../apps/api/dist/server.js');

/** A demo never touches a real database: it has a folder of its own, which goes when it ends. */
function prepareDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-demo-'));
  process.env.ARDHI_DEMO = '1';
  process.env.DATA_DIR = folder;
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_DIRECT_URL;
  process.on('exit', () => {
    // The database may lie elsewhere, where its user can reach it; then a link leads there.
    for (const name of readdirSync(folder))
      rmSync(realpathSync(join(folder, name)), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });
}
