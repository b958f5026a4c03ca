import { rmSync } from 'node:fs';
import { newDataFolder } from './data-folder.ts';
import { startServer } from './server.ts';

/** Starts the server once with an empty folder, for tests that only need a database in a folder of their own. */
export default async function setup() {
  const folder = newDataFolder('process');
  await (await startServer({ DATA_DIR: folder })).end('SIGTERM');
  process.env.TEST_DATA_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
