/** `npm run bench [-- name …]`: runs bench/<name>.ts, or all of them one after another. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main, root, run, typescript } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

await main(async () => {
  await ensureInstalled();
  ensureBuilt();
  const all = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length));
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Fault(`There is no bench/${unknown[0]}.ts; there are: ${all.join(', ') || 'none yet'}`);
  const failed = (names.length > 0 ? names : all).filter((name) => {
    console.log(`\n# ${name}`);
    return run(typescript(`bench/${name}.ts`)) !== 0;
  });
  if (failed.length > 0) throw new Fault(`Over budget or failed: ${failed.join(', ')}`);
});
