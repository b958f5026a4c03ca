/** Installs the packages if they are missing or differ from package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { Fault, requireNode, root, run } from './project.mjs';

export async function ensureInstalled() {
  requireNode();
  if (isStamped()) return;
  await withLock('install', install, () => console.error('Another start installs the packages: waiting.'));
}

function install() {
  // The process that held the lock may have installed them.
  if (isStamped()) return;
  if (!isInstalled(root)) {
    console.error('Installing packages: this is needed once, and again when they change.');
    // NODE_ENV=production would omit the packages that build the web.
    const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    const code = run([...npm(), stateOf(root).expected ? 'ci' : 'install', ...options]);
    if (code !== 0) throw new Fault('The packages could not be installed: see what npm says above.');
  }
  writeFileSync(stampOf(root), stateOf(root).expected);
}

function isStamped() {
  const { stamp, expected } = stateOf(root);
  return stamp === expected;
}

const stampOf = (folder) => join(folder, 'node_modules', '.ardhi-stamp');

function stateOf(folder) {
  const lock = readText(join(folder, 'package-lock.json'));
  return {
    expected: lock && createHash('sha256').update(lock).digest('hex'),
    stamp: readText(stampOf(folder)),
  };
}

/** True if npm was run by hand and every package has the version of the lock file. */
export function isInstalled(folder) {
  const [expected, found] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => JSON.parse(readText(join(folder, name)) || '{}').packages,
  );
  if (!expected || !found) return false;
  return Object.entries(expected).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return found[path] ? found[path].version === version : optional;
  });
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The npm that runs this script, if any: on Windows this avoids a shell. */
export function npm() {
  const { npm_execpath: npmFile } = process.env;
  return npmFile?.endsWith('.js') ? [process.execPath, npmFile] : ['npm'];
}
