/** `npm run backup`, `restore`, `admin` and `verify`: commands of the built server for the operator. */
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  await ensureInstalled();
  ensureBuilt(['api']);
  const cli = await import('../apps/api/dist/cli.js');
  await cli.runCommand(process.argv.slice(2)).catch((error) => {
    throw Object.assign(new Fault(error.message), { exitCode: error.exitCode });
  });
});
