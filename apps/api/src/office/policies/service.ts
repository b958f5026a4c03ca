/** Announces a policy: inserts one notice now; counting and mails run as jobs. */
import { COUNTIES } from '@ardhi/agronomy';
import { paths } from '@ardhi/contract/paths';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addJob, type Job } from '../../lib/jobs/jobs.ts';
import { mailEnabled } from '../../lib/jobs/mail.ts';
import { queueMailing } from '../../records/notices/mailing.ts';
import { addBroadcast } from '../../records/notices/service.ts';
import type { PolicyRow } from './queries.ts';
import {
  countRecipients,
  freezeRecipients,
  insertAudience,
  insertSending,
  lockUncounted,
  secondsSinceSent,
  setFarmers,
} from './reach-queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'policy-audience': { noticeId: string };
  }
}

const ONCE_WITHIN_SECONDS = 60;
const EXCERPT_LENGTH = 300;

/** Requires a lock on the policy's row, so that only one of two concurrent requests sends. Returns false if just sent. */
export async function notifyFarmers(context: WriteContext, policy: PolicyRow): Promise<boolean> {
  const { db, user, env, emit } = context;
  const seconds = await secondsSinceSent(db, policy.id);
  if (seconds !== null && seconds < ONCE_WITHIN_SECONDS) return false;
  const noticeId = await addBroadcast(context, {
    audience: 'farmer',
    kind: policy.status === 'Active' ? 'policy-active' : 'policy-draft',
    values: {
      title: policy.title,
      excerpt: excerpt(policy.description),
      titleSw: policy.title_sw ?? '',
      excerptSw: excerpt(policy.description_sw ?? ''),
    },
    link: paths.policy(policy.id),
  });
  const mail = mailEnabled(env);
  await insertSending(db, { notice_id: noticeId, policy_id: policy.id, sent_by: user.id, mail });
  await addJob(db, 'policy-audience', { noticeId });
  if (mail) await queueMailing(db, noticeId);
  emit({ everybody: true }, 'policy', [policy.id]);
  return true;
}

/** Start of a text as one paragraph, cut between words. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT_LENGTH) return line;
  const cut = line.slice(0, EXCERPT_LENGTH);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > EXCERPT_LENGTH / 2 ? end : EXCERPT_LENGTH).toWellFormed()}…`;
}

const regionOfCounty = new Map<string, string>(COUNTIES.map(({ name, region }) => [name, region]));

/** Stores the recipients of a notice. Idempotent: repeated runs of the job do nothing. */
export const freezeAudience: Job<{ noticeId: string }> = ({ noticeId }, { transaction }) =>
  transaction((context) => storeAudience(context, noticeId));

export async function storeAudience(
  { db, emit }: Pick<WriteContext<undefined>, 'db' | 'emit'>,
  noticeId: string,
): Promise<void> {
  const sending = await lockUncounted(db, noticeId);
  if (!sending) return;
  const farmers = await freezeRecipients(db, sending);
  const counties = await countRecipients(db, noticeId);
  await insertAudience(
    db,
    noticeId,
    counties.map(({ county, farmers }) => ({
      county,
      region: (county && regionOfCounty.get(county)) ?? null,
      farmers,
    })),
  );
  await setFarmers(db, noticeId, farmers);
  emit({ offices: 'all' }, 'policy');
}
