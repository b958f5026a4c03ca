/**
 * Disk of the embedded database. PostgreSQL crashes if it cannot write its WAL, and needs space to start again, so
 * writes are refused while there is still a reserve.
 */
import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { diskFull } from '../logging/outage.ts';
import { type Problem, problem } from '../text/problem.ts';

const MAX_RESERVE_BYTES = 512 * 1024 ** 2;
const RESERVE_SHARE = 0.05;
/** Writes are accepted again above this multiple of the reserve, so that they do not stop and start all the time. */
const ACCEPT_FACTOR = 1.1;
/** The operator is warned below this multiple of the reserve. */
const WARN_FACTOR = 2;
/** Between two measurements two cores write a few megabytes. */
const INTERVAL_MS = 250;

export const RETRY_AFTER_SECONDS = 60;

export interface Space {
  freeBytes: number;
  sizeBytes: number;
  /** Writes are refused below it. */
  reserveBytes: number;
}

export function reserveOf(sizeBytes: number): number {
  return Math.min(MAX_RESERVE_BYTES, sizeBytes * RESERVE_SHARE);
}

export async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const sizeBytes = blocks * bsize;
  return { freeBytes: bavail * bsize, sizeBytes, reserveBytes: reserveOf(sizeBytes) };
}

export const isNearlyFull = ({ freeBytes, reserveBytes }: Space) => freeBytes < WARN_FACTOR * reserveBytes;

/** One line for the start and the log. */
export function spaceWarning(folder: string, { freeBytes, reserveBytes }: Space): string {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`;
  return `The disk of the database is nearly full: ${megabytes(freeBytes)} are free in ${folder}. Below ${megabytes(reserveBytes)} writes are refused.`;
}

export const diskFullProblem = (): Problem =>
  problem('disk-full', { retryAfterSeconds: RETRY_AFTER_SECONDS });

export type DiskSpace = Awaited<ReturnType<typeof watchDiskSpace>>;

/** Without a folder the database is external, its disk unknown, and no write is refused in advance. */
export async function watchDiskSpace(
  folder: string | undefined,
  log: FastifyBaseLogger,
  read: typeof readSpace = readSpace,
) {
  let space = folder ? await read(folder) : null;
  let isFull = space !== null && space.freeBytes < space.reserveBytes;
  // The start prints its own warning.
  let isWarned = space !== null && isNearlyFull(space);
  let isMeasuring = false;
  const listeners = new Set<() => void>();

  async function measure(): Promise<void> {
    if (!folder || isMeasuring) return;
    isMeasuring = true;
    // An unreadable disk is PostgreSQL's to report.
    space = await read(folder).catch(() => space);
    isMeasuring = false;
    if (!space) return;
    const { freeBytes, reserveBytes } = space;
    const wasFull = isFull;
    isFull = freeBytes < reserveBytes * (wasFull ? ACCEPT_FACTOR : 1);
    if (isFull) diskFull.hold(log, { folder, freeBytes, reserveBytes });
    else if (wasFull) diskFull.end();
    if (isFull !== wasFull) for (const listener of listeners) listener();
    if (isNearlyFull(space) && !isFull && !isWarned) log.warn(spaceWarning(folder, space));
    isWarned = freeBytes < reserveBytes * WARN_FACTOR * (isWarned ? ACCEPT_FACTOR : 1);
  }
  const timer = setInterval(() => void measure(), INTERVAL_MS).unref();

  return {
    /** Null for an external database. */
    space: () => space,
    /** Whether writes are refused. */
    isFull: () => isFull,
    assertNotFull(): void {
      if (!isFull) return;
      diskFull.notice();
      throw diskFullProblem();
    },
    /** Calls the listener when writes become refused or accepted. Returns the function that removes it. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close(): void {
      clearInterval(timer);
    },
  };
}
