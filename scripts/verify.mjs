/** `npm run verify [-- HEAD …]`: recounts the totals that officials see, checks the audit log, reports differences. */
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  await ensureInstalled();
  ensureBuilt(['api']);
  const { runVerifyCommand } = await import('../apps/api/dist/cli.js');
  await runVerifyCommand(process.argv.slice(2)).catch((error) => {
    throw new Fault(error.message);
  });
});
