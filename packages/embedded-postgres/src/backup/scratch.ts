import { existsSync, rmSync } from 'node:fs';
import { homeFolder } from '../launcher/home.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../launcher.ts';

/** Nothing in it survives, so it need not survive a crash. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** Runs `work` on an empty PostgreSQL in `folder`, and removes it. A killed predecessor is stopped and removed first. */
export async function withScratchPostgres<T>(
  folder: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const start = () => startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings: SETTINGS });
  if (existsSync(folder) && (await runningEmbeddedPostgres(folder))) await (await start()).stop();
  remove(folder);
  const postgres = await start();
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
    remove(folder);
  }
}

/** If the database's user could not reach the folder, the cluster is elsewhere. */
function remove(folder: string) {
  if (existsSync(folder)) rmSync(homeFolder(folder), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
