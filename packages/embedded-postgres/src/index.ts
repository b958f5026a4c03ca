/** PostgreSQL of the product: embedded server, connections, migrations, backup and restore. */
export { encryptBackup } from './backup/encryption.ts';
export { withScratchPostgres } from './backup/scratch.ts';
export { backup, emptyDatabase, restore } from './backup.ts';
export { parseAddresses } from './connector/addresses.ts';
export { ServerClient } from './connector.ts';
export {
  type EmbeddedPostgres,
  hasEmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './launcher.ts';
export { checksums } from './migrate/checksums.ts';
export { type Migration, readMigrations, readSqlFolder, type SqlFolder } from './migrate/files.ts';
export { migrate } from './migrate.ts';
