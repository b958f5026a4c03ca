/** Detects stale builds by the names, sizes and modification times of the sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault, root, run } from './project.mjs';

const sharedSources = ['package-lock.json', 'scripts/build.mjs', 'packages'];
/** Shown by the app. */
const webDocuments = ['docs/score', 'docs/data-sources.md'];
const parts = {
  api: { folder: 'apps/api', sources: [...sharedSources, 'apps/api/package.json', 'apps/api/src'] },
  web: { folder: 'apps/web', sources: [...sharedSources, 'apps/web', ...webDocuments] },
};

export const partNames = Object.keys(parts);

const stampOf = (name) => join(root, parts[name].folder, 'dist', '.stamp');

/** Builds stale parts in a separate process, because the server would keep the memory of the build. */
export function ensureBuilt(names = partNames) {
  const stale = names.filter(isStale);
  if (stale.length === 0) return;
  if (run([process.execPath, 'scripts/build.mjs', '--stale', ...stale]) !== 0)
    throw new Fault(`The ${stale.join(' and the ')} could not be built: see above.`);
}

export function isStale(name) {
  const stamp = stampOf(name);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(parts[name].sources);
}

/** Takes the sources' fingerprint before the build, and returns a function that records it afterwards. */
export function beginBuild(name) {
  const stamp = stampOf(name);
  const taken = fingerprint(parts[name].sources);
  return () => {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, taken);
  };
}

export function fingerprint(sources, base = root) {
  const hash = createHash('sha1');
  for (const source of sources) if (existsSync(join(base, source))) add(hash, base, source);
  return hash.digest('hex');
}

const IGNORED = /^(node_modules|dist|test|\..*|.*\.test\.\w+)$/;

function add(hash, base, path) {
  const stats = statSync(join(base, path));
  if (!stats.isDirectory()) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  else
    for (const name of readdirSync(join(base, path)).sort()) {
      if (!IGNORED.test(name)) add(hash, base, join(path, name));
    }
}
