/** `npm run generate [-- --check]`: writes the generated files, or lists those that are out of date. */
import { ensureInstalled } from './lib/install.mjs';
import { main, run, typescript } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  process.exitCode = run(typescript('scripts/generate.ts', ...process.argv.slice(2)));
});
