import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withLock } from './lock.mjs';

/** Says that it waits, that it holds the lock, and that it is done, which it is when its input ends. */
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
  return { child, says: async () => (await lines.next()).value };
}

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each([
  ['as this system has it', () => [`test ${process.pid} ${folder}`]],
  ['as a file, which other systems have', () => ['test', join(folder, 'lock')]],
])('a lock %s', (_, lock) => {
  test('makes others wait until it is given back', async () => {
    const first = start(...lock());
    expect(await first.says()).toBe('holds');
    const second = start(...lock());
    expect(await second.says()).toBe('waits');
    first.child.stdin.end();
    expect(await first.says()).toBe('done');
    expect(await second.says()).toBe('holds');
    second.child.stdin.end();
    expect(await second.says()).toBe('done');
  });

  test('is free again when whoever has it is killed, for those who wait and for those who come later', async () => {
    const first = start(...lock());
    expect(await first.says()).toBe('holds');
    const second = start(...lock());
    expect(await second.says()).toBe('waits');
    first.child.kill('SIGKILL');
    expect(await second.says()).toBe('holds');
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
    const third = start(...lock());
    const said = await third.says();
    expect(said === 'waits' ? await third.says() : said).toBe('holds');
  });

  test('is held by one at a time', async () => {
    const [name, address] = lock();
    let inside = 0;
    const most = [];
    const work = async () => {
      inside += 1;
      await new Promise(setImmediate);
      most.push(inside);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock(name, work, undefined, address)));
    expect(most).toEqual(Array(20).fill(1));
  });

  test('is given back by work that fails', async () => {
    const [name, address] = lock();
    const fail = () => Promise.reject(new Error('broken'));
    await expect(withLock(name, fail, undefined, address)).rejects.toThrow('broken');
    expect(await withLock(name, () => 7, undefined, address)).toBe(7);
  });
});
