/** Helpers for all scripts. Uses only Node's built-in modules, because scripts run before anything is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An expected error, printed as one line without a stack trace. */
export class Fault extends Error {}

/** Runs a script's main function. An error is printed to stderr and sets its exit code, or 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    process.exit(error.exitCode ?? 1);
  }
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Fault(
    `Ardhi needs Node.js 20.19 or newer, and this is ${process.versions.node}: see https://nodejs.org`,
  );
}

/** Command that runs an installed package's program. Uses the file, because Windows has no symlinks in .bin. */
export function programOf(name, program = name.split('/').at(-1)) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[program])];
}

export const typescript = (...args) => [process.execPath, '--import', 'tsx', ...args];

/** Runs a command in the project's folder, shows its output and returns its exit code. */
export function run([file, ...args], options = {}) {
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw new Fault(`${file} cannot be run: ${error.message}`);
  return status ?? 1;
}

/** Same for commands that run in parallel: the output of each is printed when it exits. */
export function capture([file, ...args], options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
    child.on('error', (error) => reject(new Fault(`${file} cannot be run: ${error.message}`)));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/**
 * npm runs a script through a shell, and a SIGTERM sent to npm ends that shell without reaching this process.
 * The exit of the parent is therefore treated as a SIGTERM.
 */
export function exitWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  timer.unref();
}
