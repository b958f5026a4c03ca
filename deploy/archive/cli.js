/** `node cli.js backup FILE | restore FILE [--force] | admin … | verify`: same as the npm scripts of these names. */
import './environment.js';

const [command, ...args] = process.argv.slice(2);
const cli = await import('./apps/api/dist/cli.js');
const commands = {
  backup: () => cli.runDatabaseCommand(['backup', ...args]),
  restore: () => cli.runDatabaseCommand(['restore', ...args]),
  admin: () => cli.runAdminCommand(args),
  verify: () => cli.runVerifyCommand(args),
};

try {
  if (!Object.hasOwn(commands, command))
    throw new Error(`use: node cli.js ${Object.keys(commands).join('|')} …`);
  await commands[command]();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}
