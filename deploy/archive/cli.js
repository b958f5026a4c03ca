/** `node cli.js backup FILE | restore FILE [--force | --new] | admin … | verify`: same as the npm scripts of these names. */
import { dataDir } from './environment.js';

const cli = await import('./apps/api/dist/cli.js');

try {
  await cli.runCommand(process.argv.slice(2), { dataDir });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}
