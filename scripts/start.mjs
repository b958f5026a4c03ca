/** `npm start` and `npm run demo`: installs missing packages, builds stale parts, runs the server in this process. */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { exitWithParent, main, root } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  if (process.env.npm_lifecycle_event) exitWithParent();
  await ensureInstalled();
  ensureBuilt();
  if (process.argv.includes('--demo')) prepareDemo();
  process.env.NODE_ENV ??= 'production';
  // Node 22 and newer cache compiled code between starts.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'ardhi-compiled'));
});
await import('../apps/api/dist/server.js');

/** A demo never touches a real database: it uses a temporary folder that is deleted on exit. */
function prepareDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-demo-'));
  process.env.ARDHI_DEMO = '1';
  process.env.DATA_DIR = folder;
  delete process.env.DATABASE_URL;
  delete process.env.DATABASE_DIRECT_URL;
  process.on('exit', () => {
    // The database may be outside this folder, behind a symlink, so that its user can reach it.
    for (const name of readdirSync(folder))
      rmSync(realpathSync(join(folder, name)), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });
}
