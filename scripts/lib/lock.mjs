/** One process at a time; the others wait until it is done. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * Runs `work` while no other process of this clone runs work under the same name; calls `onWait` when it has to wait.
 * The lock is a socket that is listened at: the system frees it with its process, however that ends.
 */
export async function withLock(name, work, onWait = () => undefined, address = addressOf(name)) {
  let holder = await listen(address);
  if (!holder) onWait();
  while (!holder) {
    await holderGone(address);
    holder = await listen(address);
  }
  try {
    return await work();
  } finally {
    holder.release();
  }
}

/** Linux has names for sockets that are no files, Windows has pipes; elsewhere a killed process leaves its file behind. */
function addressOf(name) {
  const id = `ardhi-${createHash('sha256').update(`${root}\n${name}`).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return join(tmpdir(), id);
}

/** Undefined when another process listens there. */
function listen(address) {
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined);
  });
  const release = () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve({ release }));
  });
}

/** Resolves when whoever listens there closes the connection, or when nobody does. */
function holderGone(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.resume();
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED' && address.startsWith('/')) rmSync(address, { force: true });
    });
    socket.on('close', resolve);
  });
}
