import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** Of the disk with this folder, or where it would be created. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return readDiskSpace(parent);
  }
}

const MB = 1024 ** 2;
const MAX_RESERVE_BYTES = 512 * MB;
const RESERVE_SHARE = 0.05;

/** Below this the database is about to fail; below twice as much it is nearly full. */
export const reserveBytes = (totalBytes: number): number =>
  Math.min(MAX_RESERVE_BYTES, RESERVE_SHARE * totalBytes);
