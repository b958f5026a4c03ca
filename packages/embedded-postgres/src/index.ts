/** The product's PostgreSQL: started where none is given, migrated, saved and brought back. */
export { backup, restore } from './backup.ts';
export { type EmbeddedPostgres, runningEmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts';
export { migrate } from './migrate.ts';
