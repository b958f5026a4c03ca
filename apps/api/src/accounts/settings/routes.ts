import { type StoredSetting, settings } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { deleteStoredSetting, listStoredSettings } from '../../lib/database/stored-settings.ts';
import { routesOf } from '../../lib/http/bind.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';
import { lockUnpostedManagers } from '../posts/queries.ts';
import { assignManagerPost } from '../posts/service.ts';
import { reopenEnrolment } from '../second-factors/queries.ts';

/** On loopback the safe defaults are those of release 0.2. */
const listSettings = async (db: Db, env: Env): Promise<StoredSetting[]> =>
  env.deployed ? listStoredSettings(db, env) : [];

export const settingRoutes = routesOf(settings, {
  'GET /government/settings': ({ db, env }) => listSettings(db, env),

  'DELETE /government/settings/{name}': async (context) => {
    const { params, db, env, audit, emit } = context;
    const isInUse = (await listSettings(db, env)).includes(params.name);
    if (!isInUse || !(await deleteStoredSetting(db, params.name))) throw problem('not-found');
    await preventLockOut[params.name]?.(context);
    await audit({ action: 'setting.default', entityId: null, after: { setting: params.name } });
    emit({ offices: 'all' }, 'settings');
    return listSettings(db, env);
  },
});

/** Steps before a safe default applies. */
const preventLockOut: Partial<Record<StoredSetting, (context: WriteContext) => Promise<void>>> = {
  /** Managers without a post could no longer see anything, nor assign a post to themselves. */
  JURISDICTION: async (context) => {
    for (const { id } of await lockUnpostedManagers(context.db)) await assignManagerPost(context, id);
  },
  /** Each official without a factor adds one at the next sign-in. */
  OFFICIALS_SECOND_FACTOR: ({ db }) => reopenEnrolment(db),
};
