/** A small file system of its own, which tests can fill. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MB = 1024 ** 2;

export interface SmallDisk {
  folder: string;
  freeBytes(): number;
  /** Occupies space until this much is free, or all of it. Returns the file's name. */
  fill(name: string, leaveBytes?: number): string;
  free(name: string): void;
  unmount(): void;
}

/** Only root can mount. */
export const canMount = process.getuid?.() === 0 && process.platform === 'linux';

export function mountDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-disk-'));
  const options = `size=${megabytes}m,mode=755`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`The disk could not be mounted: ${stderr}`);
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    fill(name, leaveBytes = 0) {
      const file = openSync(join(folder, name), 'a');
      // Small at the end, so that not a single block is left.
      for (const size of [MB, 4096]) {
        const block = Buffer.alloc(size, 1);
        try {
          while (freeBytes() - size >= leaveBytes) writeSync(file, block);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      closeSync(file);
      return name;
    },
    free: (name) => rmSync(join(folder, name), { force: true }),
    unmount() {
      // Lazily: a process that has just ended may still be leaving it.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
