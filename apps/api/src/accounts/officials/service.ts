/** Invitations, password reset codes and suspensions, shared by the routes and the operator's command. */

import { paths } from '@ardhi/contract/paths';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newCode } from '../../lib/database/id.ts';
import { holdAccount } from '../../lib/http/reset-hold.ts';
import { endSessions } from '../../lib/http/session.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addNotice } from '../../records/notices/service.ts';
import type { InvitedPost } from '../posts/invited-post.ts';
import { unassignApplications } from '../posts/queries.ts';
import { journalAccount } from '../users/journal.ts';
import {
  hasOfficial,
  insertOneTimeCode,
  lockEndingUser,
  type UserRow,
  updateUser,
} from '../users/queries.ts';
import { deleteUnusedCodesBy, deleteUnusedInvitationsBy, insertInvitation } from './queries.ts';

/** Long enough for a code that is passed on in person and typed in later that day. */
const RESET_CODE_HOURS = 24;

type Context = WriteContext<{ id: string } | undefined>;

interface Invited {
  note: string | null;
  county: string | null;
  /** Only a registration with this address can use the invitation. */
  email?: string;
  /** Absent: to view and decide in the county, or nationally without a post. */
  post?: InvitedPost;
}

export async function invite({ db, user, audit }: Context, { note, county, email, post }: Invited) {
  const code = newCode();
  const row = await insertInvitation(db, code, {
    note,
    created_by: user?.id ?? null,
    county,
    email,
    post: post && JSON.stringify(post),
  });
  // Without name and address, which are deleted with the account.
  await audit({ action: 'invitation.create', entityId: row.id, after: post && { county, ...post } });
  return { code, row };
}

/** Notifies the account owner, naming the official and the reason, and holds the account, so that misuse is noticed. */
export async function makeResetCode(
  context: Context,
  person: UserRow,
  { official, reason }: { official: string; reason?: string },
) {
  const { db, user, audit } = context;
  const code = newCode();
  const expiresAt = await insertOneTimeCode(db, {
    userId: person.id,
    purpose: 'reset-password',
    secret: code,
    hours: RESET_CODE_HOURS,
    createdBy: user?.id,
  });
  await holdAccount(db, person.id);
  await audit({ action: 'user.reset-code', entityId: person.id, after: reason ? { reason } : null });
  await addNotice(context, {
    userId: person.id,
    kind: 'reset-code',
    values: reason ? { official, reason } : { official },
    link: paths.contact,
  });
  return { code, expiresAt };
}

export async function changeManage(context: Context, officialId: string, manage: boolean): Promise<void> {
  const { db, audit, emit } = context;
  await updateUser(db, officialId, { manage });
  await audit({ action: manage ? 'user.grant-manage' : 'user.revoke-manage', entityId: officialId });
  // Every process drops its cached session, so that the permission takes effect at once.
  emit({ user: officialId }, 'session');
}

/** A suspended account cannot sign in, and its sessions end. Without a reason: by the operator. */
export async function changeSuspended(
  context: Context,
  userId: string,
  suspended: boolean,
  by: { officialName: string; reason: string } | null = null,
): Promise<void> {
  if (suspended) await lockEndingUser(context.db, userId);
  await updateUser(context.db, userId, { suspended_at: suspended ? sql<string>`now()` : null });
  await journalAccount(context.db, userId, suspended ? 'suspended' : 'active');
  await context.audit({
    action: suspended ? 'user.suspend' : 'user.unsuspend',
    entityId: userId,
    after: by && { reason: by.reason },
  });
  await addNotice(context, {
    userId,
    kind: suspended ? 'account-suspended' : 'account-unsuspended',
    values: {
      official: by?.officialName ?? 'Ardhi',
      reason: by?.reason ?? '',
      hasReason: by ? 'yes' : 'no',
    },
    link: paths.contact,
  });
  if (!suspended) return;
  await endSessions(context, userId);
  await endWork(context, userId);
}

/**
 * For an account that was suspended or is closing: its cases return to the queue, and the codes that it issued end,
 * because they would let someone in on its word.
 */
export async function endWork({ db, audit, emit }: Context, officialId: string): Promise<void> {
  if ((await unassignApplications(db, officialId)) > 0) emit({ offices: 'all' }, 'subsidy');
  for (const id of await deleteUnusedInvitationsBy(db, officialId))
    await audit({ action: 'invitation.withdraw', entityId: id });
  await deleteUnusedCodesBy(db, officialId);
}

/** Bootstraps the first official: each server start prints an invitation until an official exists. */
export async function createBootstrapInvitation(db: Db): Promise<string | null> {
  if (await hasOfficial(db)) return null;
  const code = newCode();
  await insertInvitation(db, code);
  return code;
}
