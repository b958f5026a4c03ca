/** Queues push messages, in the transaction of what they are about. */
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addJob } from '../../lib/jobs/jobs.ts';
import type { MessageKey } from '../../lib/text/i18n.ts';
import { listSubscriptionIds } from './queries.ts';

type KindOf<Key> = Key extends `push.${infer Kind}.title` ? Kind : never;
/** Every kind that has texts in the catalogue. They have neither names nor amounts: a locked screen shows them. */
export type PushKind = KindOf<MessageKey>;

const NOTICE_KINDS = [
  'subsidy-approved',
  'subsidy-rejected',
  'subsidy-returned',
  'appeal-upheld',
  'appeal-dismissed',
] as const satisfies readonly PushKind[];

/** Notices that are also sent as push messages. */
export const isPushKind = (kind: string): kind is (typeof NOTICE_KINDS)[number] =>
  (NOTICE_KINDS as readonly string[]).includes(kind);

export interface QueuedPush {
  kind: PushKind;
  link: string;
  /** Identifies the message: a repeated one replaces it, at the push service and on the screen. */
  tag: string;
}

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'send-push': QueuedPush & { subscriptionId: string };
  }
}

/** About three hours. */
const MAX_ATTEMPTS = 10;

/** To every browser in which the user asked for it. */
export async function queuePushes(
  context: Pick<WriteContext<unknown>, 'db' | 'env'>,
  userId: string,
  message: QueuedPush,
): Promise<void> {
  if (!context.env.push) return;
  for (const { id } of await listSubscriptionIds(context.db, userId)) await queuePush(context, id, message);
}

export async function queuePush(
  { db }: Pick<WriteContext<unknown>, 'db'>,
  subscriptionId: string,
  message: QueuedPush,
): Promise<void> {
  await addJob(db, 'send-push', { subscriptionId, ...message }, { maxAttempts: MAX_ATTEMPTS });
}
