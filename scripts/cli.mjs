/** `npm run backup`, `restore`, `admin` and `verify`: commands of the built server for the operator. */
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  await ensureInstalled();
  ensureBuilt(['api']);
  const cli = await import('../apps/api/dist/cli.js');
  const [command, ...args] = process.argv.slice(2);
  const commands = {
    backup: () => cli.runDatabaseCommand(['backup', ...args]),
    restore: () => cli.runDatabaseCommand(['restore', ...args]),
    admin: () => cli.runAdminCommand(args),
    verify: () => cli.runVerifyCommand(args),
  };
  await commands[command]().catch((error) => {
    throw Object.assign(new Fault(error.message), { exitCode: error.exitCode });
  });
});
