/**
 * Part of `npm run test:full`: runs the API tests on the Node.js major version of deploy/Dockerfile.
 * The binary comes from an npm package, which npm caches. Arguments are passed to vitest.
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
