/** Mutual exclusion between processes. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * Runs `work` while no other process of this clone holds the lock of that name. Calls `onWait` if it has to wait.
 * The lock is a listening socket, which the system releases with its process, however that exits.
 */
export async function withLock(name, work, onWait = () => undefined, address = addressOf(name)) {
  let holder = await listen(address);
  if (!holder) onWait();
  while (!holder) {
    await untilReleased(address);
    holder = await listen(address);
  }
  try {
    return await work();
  } finally {
    holder.release();
  }
}

/** Abstract socket on Linux, named pipe on Windows. Elsewhere a killed process leaves its socket file behind. */
function addressOf(name) {
  const id = `ardhi-${createHash('sha256').update(`${root}\n${name}`).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return join(tmpdir(), id);
}

/** Undefined if another process listens there. */
function listen(address) {
  const waiters = new Set();
  const server = createServer((socket) => {
    waiters.add(socket);
    socket.on('error', () => undefined);
  });
  const release = () => {
    server.close();
    for (const socket of waiters) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve({ release }));
  });
}

/** Resolves when the holder closes the connection, or if there is no holder. */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.resume();
    socket.on('error', ({ code }) => {
      if (code === 'ECONNREFUSED' && address.startsWith('/')) rmSync(address, { force: true });
    });
    socket.on('close', resolve);
  });
}
