/** Retention of backups: the newest of each of the last days, weeks and months that have one. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

const DAY_MS = 24 * 60 * 60_000;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
/** The Monday of its week. */
const weekOf = (at: Date) => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS));

/**
 * Backups that are past their retention. Periods without a backup do not count, so backups that stopped long ago are
 * never all deleted.
 */
export function expiredBackups<Backup extends { createdAt: Date }>(
  backups: Backup[],
  { days, weeks, months }: Retention,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const kept = new Set<Backup>();
  const keep = (count: number, periodOf: (at: Date) => string) => {
    const newestOf = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.createdAt);
      if (!newestOf.has(period)) newestOf.set(period, backup);
    }
    for (const backup of [...newestOf.values()].slice(0, count)) kept.add(backup);
  };
  keep(days, dayOf);
  keep(weeks, weekOf);
  keep(months, monthOf);
  return newestFirst.filter((backup) => !kept.has(backup));
}
