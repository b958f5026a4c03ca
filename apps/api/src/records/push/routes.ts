import { push } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import type { Env } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';
import { isPushService } from './delivery.ts';
import { isPublicKey } from './encryption.ts';
import { deleteSubscription, hasSubscription, saveSubscription } from './queries.ts';

function settingsOf(env: Env) {
  if (!env.push) throw problem('not-found');
  return env.push;
}

export const pushRoutes = routesOf(push, {
  'GET /push/subscription': async ({ user, db, env }) => ({
    on: await hasSubscription(db, user.sessionId, settingsOf(env).publicKey),
  }),

  'PUT /push/subscription': async ({ user, body, db, env }) => {
    const { hosts, publicKey } = settingsOf(env);
    const { endpoint, keys } = body;
    if (!isPushService(endpoint, hosts) || !isPublicKey(keys.p256dh)) throw problem('push-service');
    await saveSubscription(db, {
      sessionId: user.sessionId,
      userId: user.id,
      endpoint,
      ...keys,
      serverKey: publicKey,
    });
    return { on: true };
  },

  'DELETE /push/subscription': async ({ user, db }) => {
    await deleteSubscription(db, user.sessionId);
    return { on: false };
  },
});
