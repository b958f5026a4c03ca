import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { connect, type Database } from '../../lib/database/database.ts';
import type { Env } from '../../lib/settings/env.ts';

/** Role of the embedded server: only a member of it sees the connections of the processes. */
const APP_ROLE = 'ardhi_app';

/** Connects as the role that the server uses. An error if the embedded database does not run: commands create none. */
export async function connectAsServer({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Env): Promise<Database | Error> {
  const external = databaseDirectUrl ?? databaseUrl;
  if (external) return connect(external, { max: 5 });
  const running = await runningEmbeddedPostgres(dataDir);
  if (!running)
    return new Error(
      `the embedded database in ${dataDir} is not running: start the server, or correct DATA_DIR`,
    );
  const url = new URL(running);
  url.username = APP_ROLE;
  return connect(url.href, { max: 5 });
}
