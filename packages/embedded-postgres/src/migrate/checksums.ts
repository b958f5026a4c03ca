/** migrations/checksums.txt: checksums that databases store, so that a changed migration is detected. */
import { lastNumber, type Migration, type SqlFolder } from './files.ts';

const HEAD = [
  '# Checksums of the migrations, and of the folder sql as it goes with the last of them. Databases remember them.',
  '# `npm run generate` adds a line for a new migration. A line is deleted by hand only if it was never released.',
];

/** From this migration on, each states the oldest code that may run alongside it. */
const FIRST_WITH_OLDEST_CODE = 20;

/** Returns the file's existing lines plus those of new migrations. Throws if an existing line no longer matches. */
export function checksums(migrations: Migration[], sql: SqlFolder | undefined, present: string): string {
  const lines = present.split('\n').filter((line) => line && !line.startsWith('#'));
  const sqlGoesWith = migrations.findLast(({ isConcurrent }) => !isConcurrent);
  const entries = migrations.map((migration, index) => {
    checkOldestCode(migration);
    const checksumLine = `${migration.name} ${migration.sha256}`;
    const whole = migration === sqlGoesWith && sql ? `${checksumLine} sql ${sql.sha256}` : checksumLine;
    const line = lines[index] ?? whole;
    if (line !== checksumLine && !line.startsWith(`${checksumLine} `))
      throw new Error(`${migration.name} was changed: put it back and add a new migration instead`);
    if (migration === sqlGoesWith && line !== whole)
      throw new Error(
        `the folder sql was changed: that goes with migration ${lastNumber(migrations) + 1}, a new one`,
      );
    return line;
  });
  return [...HEAD, ...entries, ''].join('\n');
}

function checkOldestCode({ number, name, oldestCode }: Migration): void {
  if (number < FIRST_WITH_OLDEST_CODE) return;
  if (!oldestCode || oldestCode > number)
    throw new Error(
      `${name} does not say which code may run beside it: write among its first comments \`-- oldest code: ${String(number - 1).padStart(4, '0')}\`, the last migration that such code knows (its own number: none)`,
    );
}
