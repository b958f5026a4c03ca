import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

/** Prints when it waits, holds the lock and is done. It holds the lock until its input ends. */
const PROGRAM = `
  import { once } from 'node:events';
  import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
  const [name, address] = process.argv.slice(1);
  process.stdin.resume();
  const work = async () => {
    console.log('holds');
    await once(process.stdin, 'end');
  };
  await withLock(name, work, () => console.log('waits'), address);
  console.log('done');
`;

const children = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(...args) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, nextLine: async () => (await lines.next()).value };
}

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each([
  ['of this system', () => [`test ${process.pid} ${folder}`]],
  ['as a file, as on other systems', () => ['test', join(folder, 'lock')]],
])('a lock %s', (_, lock) => {
  test('makes others wait until it is released', async () => {
    const first = start(...lock());
    expect(await first.nextLine()).toBe('holds');
    const second = start(...lock());
    expect(await second.nextLine()).toBe('waits');
    first.child.stdin.end();
    expect(await first.nextLine()).toBe('done');
    expect(await second.nextLine()).toBe('holds');
    second.child.stdin.end();
    expect(await second.nextLine()).toBe('done');
  });

  test('is released when its holder is killed, for waiting and for later processes', async () => {
    const first = start(...lock());
    expect(await first.nextLine()).toBe('holds');
    const second = start(...lock());
    expect(await second.nextLine()).toBe('waits');
    first.child.kill('SIGKILL');
    expect(await second.nextLine()).toBe('holds');
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
    const third = start(...lock());
    const line = await third.nextLine();
    expect(line === 'waits' ? await third.nextLine() : line).toBe('holds');
  });

  test('has one holder at a time', async () => {
    const [name, address] = lock();
    let holders = 0;
    const observed = [];
    const work = async () => {
      holders += 1;
      await new Promise(setImmediate);
      observed.push(holders);
      holders -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock(name, work, undefined, address)));
    expect(observed).toEqual(Array(20).fill(1));
  });

  test('is released when the work fails', async () => {
    const [name, address] = lock();
    const fail = () => Promise.reject(new Error('broken'));
    await expect(withLock(name, fail, undefined, address)).rejects.toThrow('broken');
    expect(await withLock(name, () => 7, undefined, address)).toBe(7);
  });
});
