/** `npm run backup -- FILE` and `npm run restore -- FILE [--force]`. */
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  await ensureInstalled();
  ensureBuilt(['api']);
  const { runDatabaseCommand } = await import('../apps/api/dist/cli.js');
  await runDatabaseCommand(process.argv.slice(2)).catch((error) => {
    throw new Fault(error.message);
  });
});
