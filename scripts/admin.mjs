/** `npm run admin -- list | invite | reset EMAIL | suspend EMAIL | …`: account management for the operator. */
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt(['api']);
  const { runAdminCommand } = await import('../apps/api/dist/cli.js');
  await runAdminCommand(process.argv.slice(2)).catch((error) => {
    throw new Fault(error.message);
  });
});
