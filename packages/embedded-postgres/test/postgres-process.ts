/** Starts the embedded PostgreSQL of a folder, prints its connection string and runs until SIGTERM or SIGKILL. */
import { startEmbeddedPostgres } from '../src/launcher.ts';

const dataDir = process.argv[2] ?? '';
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  process.stdout.write(`${postgres.connectionString}\n`);
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
} catch (error) {
  process.stdout.write(`refused: ${(error as Error).message}\n`);
  process.exit(1);
}
