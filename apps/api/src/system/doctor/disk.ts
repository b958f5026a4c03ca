import { dirname } from 'node:path';
import { readSpace, type Space } from '../../lib/database/disk-space.ts';

/** Space on the disk with this folder, or where it would be created. */
export async function readDiskSpace(folder: string): Promise<Space> {
  try {
    return await readSpace(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return readDiskSpace(parent);
  }
}
