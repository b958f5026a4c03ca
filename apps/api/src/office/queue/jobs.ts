/** Daily job: unassigns cases of ended posts and escalates overdue cases to the level above. */

import { paths } from '@ardhi/contract/paths';
import { unassignApplications } from '../../accounts/posts/queries.ts';
import type { Job } from '../../lib/jobs/jobs.ts';
import { addNotice } from '../../records/notices/service.ts';
import { listNationalDeciders, markOverdueEscalated } from './queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'late-cases': Record<string, never>;
  }
}

/** Escalates each overdue application once; the level above gets one daily digest. */
export const escalateOverdueCases: Job<Record<string, never>> = async (_payload, { transaction }) =>
  transaction(async (context) => {
    await unassignApplications(context.db, null);
    const counties = await markOverdueEscalated(context.db);
    if (counties.length === 0) return;
    const values = {
      count: counties.reduce((sum, { cases }) => sum + cases, 0),
      counties: counties.map(({ county, cases }) => `${county} ${cases}`).join(', '),
    };
    for (const userId of await listNationalDeciders(context.db))
      await addNotice(context, { userId, kind: 'late-cases', values, link: `${paths.queue}?view=late` });
  });
