/** How officials get in, and back in: the same steps for those who manage and for the operator's command. */

import type { Db } from '../../lib/database/db.ts';
import { newCode } from '../../lib/database/id.ts';
import { endSessions } from '../../lib/http/session.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addNotice } from '../../records/notices/service.ts';
import { hasOfficial, insertOneTimeCode, type UserRow } from '../users/queries.ts';
import { insertInvitation, setManage, setSuspended } from './queries.ts';

const INVITATION_DAYS = 14;
/** A code that is handed over is typed by hand, later in the day. */
const RESET_CODE_HOURS = 24;

type Context = WriteContext<{ id: string } | undefined>;

export async function invite(
  { db, user, audit }: Context,
  { note, county }: { note: string | null; county: string | null },
) {
  const code = newCode();
  const row = await insertInvitation(db, {
    secret: code,
    note,
    createdBy: user?.id ?? null,
    county,
    days: INVITATION_DAYS,
  });
  await audit({ action: 'invitation.create', entity: 'invitation', entityId: row.id });
  return { code, row };
}

/** The person is told, with the name of whoever made it: a code in a wrong hand does not go unnoticed. */
export async function makeResetCode(context: Context, person: UserRow, officialName: string) {
  const { db, user, audit } = context;
  const code = newCode();
  const expiresAt = await insertOneTimeCode(db, {
    userId: person.id,
    purpose: 'reset-password',
    secret: code,
    hours: RESET_CODE_HOURS,
    createdBy: user?.id,
  });
  await audit({ action: 'user.reset-code', entity: 'user', entityId: person.id });
  await addNotice(context, {
    userId: person.id,
    kind: 'reset-code',
    values: { official: officialName },
    link: '/contact',
  });
  return { code, expiresAt };
}

export async function changeManage(context: Context, officialId: string, manage: boolean): Promise<void> {
  const { db, audit, emit } = context;
  await setManage(db, officialId, manage);
  await audit({
    action: manage ? 'user.grant-manage' : 'user.revoke-manage',
    entity: 'user',
    entityId: officialId,
  });
  // Every process forgets what it knew of this person, so that the duty counts at once.
  emit({ user: officialId }, 'session');
}

/** A suspended account cannot sign in, and what it has open ends. */
export async function changeSuspended(context: Context, userId: string, suspended: boolean): Promise<void> {
  await setSuspended(context.db, userId, suspended);
  await context.audit({
    action: suspended ? 'user.suspend' : 'user.unsuspend',
    entity: 'user',
    entityId: userId,
  });
  if (suspended) await endSessions(context, userId);
}

/** The first official needs an invitation from somewhere: the operator reads one at each start until one is used. */
export async function firstInvitation(db: Db): Promise<string | null> {
  if (await hasOfficial(db)) return null;
  const secret = newCode();
  await insertInvitation(db, { secret, note: null, createdBy: null, county: null, days: INVITATION_DAYS });
  return secret;
}
