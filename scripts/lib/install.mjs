/** Installs the packages when they are missing or not those of package-lock.json. */
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
  // Whoever was waited for may have done it.
  if (isStamped()) return;
  if (!isInstalled(root)) {
    console.error('Installing packages: this is needed once, and again when they change.');
    // NODE_ENV=production would leave out what builds the web.
    const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    const code = run([...npm(), stateOf(root).wanted ? 'ci' : 'install', ...options]);
    if (code !== 0) throw new Fault('The packages could not be installed: see what npm says above.');
  }
  writeFileSync(stampOf(root), stateOf(root).wanted);
}

function isStamped() {
  const { stamp, wanted } = stateOf(root);
  return stamp === wanted;
}

const stampOf = (folder) => join(folder, 'node_modules', '.ardhi-stamp');

function stateOf(folder) {
  const lock = readText(join(folder, 'package-lock.json'));
  return {
    wanted: lock && createHash('sha256').update(lock).digest('hex'),
    stamp: readText(stampOf(folder)),
  };
}

/** True when somebody ran npm by hand and every package is there in the version that the lock names. */
export function isInstalled(folder) {
  const [wanted, found] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => JSON.parse(readText(join(folder, name)) || '{}').packages,
  );
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return found[path] ? found[path].version === version : optional;
  });
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** npm itself when it runs us, which on Windows spares a shell. */
export function npm() {
  const { npm_execpath: npmFile } = process.env;
  return npmFile?.endsWith('.js') ? [process.execPath, npmFile] : ['npm'];
}
