/** Every background job, and when the regular ones run. */
import { cleanUp } from './lib/clean-up.ts';
import type { CronJob, Jobs } from './lib/jobs.ts';
import { sendMail } from './lib/mail.ts';

export const jobs: Jobs = {
  'send-mail': sendMail,
  'clean-up': cleanUp,
};

// UTC; Nairobi is three hours ahead, so 22:10 is 01:10 there.
export const crons: CronJob[] = [{ when: '10 22 * * *', job: 'clean-up' }];
