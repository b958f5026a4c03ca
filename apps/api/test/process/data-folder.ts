/** Data folders of servers under test. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new data folder. If the global setup has named one with a migrated database, it is copied, because creating a database
 * takes longer than a start.
 */
export function newDataFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `ardhi-${name}-`));
  const { TEST_DATA_FOLDER: template } = process.env;
  if (template) execFileSync('cp', ['-a', `${template}/.`, folder]);
  return folder;
}
