/**
 * Part of `npm run test:full`: the API tests on the Node.js line of deploy/Dockerfile, whatever runs this script.
 * The binary is an npm package of its own, which npm caches; arguments go to vitest.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../lib/install.mjs';
import { main, programOf, root, run } from '../lib/project.mjs';

await main(async () => {
  const [, major] = /^FROM node:(\d+)/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
  const node = `node-${process.platform}-${process.arch}@${major}`;
  const [, vitest] = programOf('vitest');
  const tests = [vitest, 'run', '--project', 'api', ...process.argv.slice(2)];
  process.exitCode = run([...npm(), 'exec', '--yes', `--package=${node}`, '--', 'node', ...tests]);
});
