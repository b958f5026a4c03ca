/** Personal data of an account across all domains: export and deletion. */
import type { AccountDeletion, Language, Role } from '@ardhi/contract';
import { sql } from 'kysely';
import { listVouchings } from '../../accounts/officials/independence.ts';
import { endWork } from '../../accounts/officials/service.ts';
import { endAllPosts } from '../../accounts/posts/queries.ts';
import { journalAccount } from '../../accounts/users/journal.ts';
import { assertManagerRemains, isLastManager } from '../../accounts/users/managers.ts';
import { presentUser } from '../../accounts/users/present.ts';
import {
  listSessions,
  lockEndingUser,
  lockUser,
  setMailboxHash,
  updateUser,
} from '../../accounts/users/queries.ts';
import { boundaryData } from '../../farm/boundaries/queries.ts';
import { accountEquipment, deleteAllEquipment } from '../../farm/equipment/queries.ts';
import { deleteParcels, parcelData } from '../../farm/land/account.ts';
import { deleteReminders, findSettings } from '../../farm/reminders/queries.ts';
import { accountViews, lockFarm } from '../../insight/analytics/account.ts';
import { listTokens } from '../../insight/gis/tokens.ts';
import type { Db } from '../../lib/database/db.ts';
import { orphanSessions, type SignedInUser } from '../../lib/http/session.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { eraseBinders } from '../../office/binders/queries.ts';
import { accountComplaints } from '../../office/complaints/queries.ts';
import { accountSubsidies, eraseApplicant } from '../../office/subsidies/account.ts';
import { listAccessLog } from '../../records/access-log/queries.ts';
import {
  accountMessages,
  closeOfficeThreads,
  deleteOrphanedThreads,
} from '../../records/messages/account.ts';
import { accountNotices, deleteOwnNotices } from '../../records/notices/account.ts';
import { accountSubscriptions, deleteSubscriptionsOf } from '../../records/push/queries.ts';
import { hasActed } from './closed-accounts.ts';
import { eraseFromAuditLog, eraseMentions } from './erase.ts';

async function landData(db: Db, userId: string) {
  const parcels = [];
  for (const parcel of await parcelData(db, userId))
    parcels.push({ ...parcel, boundary: await boundaryData(db, parcel.id) });
  return parcels;
}

/** Every domain that stores personal data adds its part here. */
export async function accountData(db: Db, userId: string) {
  const user = await lockUser(db, userId);
  const language = user.language as Language;
  return {
    profile: presentUser(user),
    sessions: await listSessions(db, userId),
    gisTokens: await listTokens(db, userId),
    vouchings: await listVouchings(db, userId),
    land: await landData(db, userId),
    parcelViews: await accountViews(db, userId),
    accessLines: await listAccessLog(db, userId, { limit: 100_000, after: null }),
    subsidies: await accountSubsidies(db, userId),
    complaints: await accountComplaints(db, userId),
    equipment: await accountEquipment(db, userId),
    messages: await accountMessages(db, { id: userId, language }),
    notices: await accountNotices(db, { id: userId, role: user.role as Role, language }),
    pushSubscriptions: await accountSubscriptions(db, userId),
    reminders: user.role === 'farmer' ? await findSettings(db, userId) : null,
    activity: await listOwnAudit(db, userId),
  };
}

/** Outcome of deleting the account: erased or closed. */
export async function accountDeletion(
  db: Db,
  env: Env,
  { id, role }: Pick<SignedInUser, 'id' | 'role'>,
): Promise<AccountDeletion> {
  if (role === 'farmer') return { outcome: 'erased', lastManager: false };
  return {
    outcome: (await hasActed(db, id)) ? 'closed' : 'erased',
    lastManager: await isLastManager(db, env, id),
  };
}

/**
 * Erases a farmer, and an official who never acted: decisions, the audit log and other people's threads stay, without the
 * personal data. Closes the account of other officials: name, office and audit log entries stay.
 */
export async function deleteAccount(
  context: WriteContext<Pick<SignedInUser, 'id' | 'role'>>,
): Promise<AccountDeletion['outcome']> {
  const { db, env, user, audit, requestId } = context;
  const userId = user.id;
  const isOfficial = user.role === 'government';
  if (isOfficial) await assertManagerRemains(db, env, userId);
  const deletedUser = await lockEndingUser(db, userId);
  const isClosed = isOfficial && (await hasActed(db, userId));
  await lockFarm(db, userId);
  await audit({ action: isClosed ? 'user.close' : 'user.delete', entityId: userId });
  await eraseMentions(db, deletedUser);
  await eraseApplicant(db, userId);
  await eraseBinders(db, userId);
  await deleteAllEquipment(db, userId);
  await deleteParcels(db, userId);
  await deleteOrphanedThreads(db, userId);
  await closeOfficeThreads(db, userId);
  await deleteOwnNotices(db, userId);
  await deleteReminders(db, userId);
  // The sessions stay, so the subscriptions do not end with them.
  await deleteSubscriptionsOf(db, userId);
  await orphanSessions(context, userId);
  if (isClosed) await setMailboxHash(db, deletedUser.email);
  await eraseUser(db, userId, isClosed);
  await journalAccount(db, userId, 'erased');
  if (isOfficial) {
    await endAllPosts(db, userId);
    await endWork(context, userId);
  }
  if (!isClosed) await eraseFromAuditLog(db, userId, requestId);
  return isClosed ? 'closed' : 'erased';
}

/** Omits what the user may not know: recipients of messages, and overlaps found at each save. */
function listOwnAudit(db: Db, userId: string) {
  return db
    .selectFrom('audit_log')
    .select([
      'at',
      'action',
      'entity',
      'entity_id',
      'before',
      sql`after - 'recipientId' - 'overlapCount'`.as('after'),
    ])
    .where('actor_id', '=', userId)
    .orderBy('id')
    .limit(100_000)
    .execute();
}

/**
 * The row stays as the author of decisions, audit log entries and threads. A closed account retains name and department,
 * who let it in, and a keyed hash of its mailbox: four-eyes approval depends on these.
 */
async function eraseUser(db: Db, userId: string, isClosed: boolean): Promise<void> {
  await updateUser(db, userId, {
    email: sql<string>`'deleted-' || id`,
    ...(isClosed ? {} : { name: '', department: null, mailbox_hash: null }),
    phone_number: null,
    location: null,
    farm_size_acres: null,
    language: 'en',
    password_hash: '',
    email_confirmed_at: null,
    manage: false,
    post_id: null,
    deleted_at: sql<string>`now()`,
  });
  // account_grants stays: without it a chain of invitations would end at a deleted account.
  for (const table of ['second_factors', 'recovery_codes', 'devices', 'one_time_codes'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  await db.updateTable('vouchings').set({ note: null }).where('user_id', '=', userId).execute();
  await db.deleteFrom('queue_views').where('official_id', '=', userId).execute();
  await db.deleteFrom('idempotency_keys').where('owner', '=', userId).execute();
}
