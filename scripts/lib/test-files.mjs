/** Finds the test files of a domain (`land`) or a path (`e2e/land.spec.ts`, with or without a line). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, root } from './project.mjs';

const FOLDERS = ['apps', 'e2e', 'packages', 'scripts'];
const TEST_FILE = /\.(test\.(ts|tsx|mjs)|spec\.ts)$/;
const IGNORED = /^(node_modules|dist|\..*)$/;

export function testFilesOf(targets, base = root) {
  const all = FOLDERS.filter((folder) => existsSync(join(base, folder))).flatMap((folder) =>
    walk(base, folder),
  );
  return targets.flatMap((target) => {
    const [path, line] = target.split(/:(?=\d+$)/);
    if (all.includes(path)) return [line ? `${path}:${line}` : path];
    const found = all.filter((file) => isOf(file, path));
    if (found.length === 0)
      throw new Fault(`No test of ${target}: name a domain such as land, a folder, or a test file.`);
    return found;
  });
}

/** Matches a folder path, or a domain: a folder of that name or a file whose name starts with it. */
function isOf(file, target) {
  if (file.startsWith(`${target.replace(/\/$/, '')}/`)) return true;
  return file
    .split('/')
    .some((part) => part === target || part.startsWith(`${target}.`) || part.startsWith(`${target}-`));
}

function walk(base, folder) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(base, path);
    return TEST_FILE.test(entry.name) ? [path] : [];
  });
}
