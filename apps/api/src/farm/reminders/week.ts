/** Monday morning: tells farmers with a growing crop that the tasks of the week are ready. The phone computes them. */
import { addDays, today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import type { Job, JobContext } from '../../lib/jobs/jobs.ts';
import { queuePush } from '../../records/push/service.ts';
import { startWeek } from './queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'push-week': Record<string, never>;
  }
}

const BATCH = 500;

export const pushWeek: Job<Record<string, never>> = (_payload, context) => tellOfWeek(context, today());

/** Each batch records its week and queues its messages in one transaction, so that a repeated run sends nothing twice. */
export async function tellOfWeek(
  { transaction, env }: JobContext,
  day: string,
  batch = BATCH,
): Promise<void> {
  if (!env.push) return;
  const monday = addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));
  let count: number;
  do {
    count = await transaction(async (context) => {
      const rows = await startWeek(context.db, { monday, day, limit: batch });
      for (const { id } of rows)
        await queuePush(context, id, { kind: 'week', link: paths.dashboard, tag: `week-${monday}` });
      return rows.length;
    });
  } while (count === batch);
}
