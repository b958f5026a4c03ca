/**
 * Sends a push message. After a lost response the job sends it again; the same topic and tag make it replace the first one,
 * so the farmer sees one notification.
 */
import { createHash } from 'node:crypto';
import type { PushMessage } from '@ardhi/contract';
import type { Job, JobContext } from '../../lib/jobs/jobs.ts';
import { translator } from '../../lib/text/i18n.ts';
import { deliver } from './delivery.ts';
import { authorization, encrypt } from './encryption.ts';
import { deleteSubscription, findSubscription } from './queries.ts';
import type { PushKind, QueuedPush } from './service.ts';

/** How long the push service keeps it for a phone that is off. */
const TTL_SECONDS = 3 * 24 * 60 * 60;

type SendPush = QueuedPush & { subscriptionId: string };

export const sendPush: Job<SendPush> = (message, context) => send(message, context);

export async function send(
  { subscriptionId, ...message }: SendPush,
  { db, env }: JobContext,
  connect?: Parameters<typeof deliver>[2],
): Promise<void> {
  const subscription = await findSubscription(db, subscriptionId);
  if (!subscription || !env.push) return;
  const { session_id, endpoint, server_key } = subscription;
  const outcome =
    server_key === env.push.publicKey
      ? await deliver(
          endpoint,
          {
            headers: {
              authorization: authorization(env.push, new URL(endpoint).origin),
              'content-type': 'application/octet-stream',
              'content-encoding': 'aes128gcm',
              ttl: String(TTL_SECONDS),
              topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
              urgency: 'normal',
            },
            body: encrypt(JSON.stringify(contentOf(message)), subscription),
          },
          connect,
        )
      : 'gone';
  if (outcome === 'gone') await deleteSubscription(db, session_id);
}

const contentOf = ({ kind, link, tag }: QueuedPush): PushMessage => ({
  texts: { en: textsOf('en', kind), sw: textsOf('sw', kind) },
  link,
  tag,
});

function textsOf(language: 'en' | 'sw', kind: PushKind) {
  const t = translator(language);
  return { title: t(`push.${kind}.title`), body: t(`push.${kind}.body`) };
}
