/** Erases a person's texts outside their own rows: other users' stored responses, queued mails, contact messages. */
import { sql } from 'kysely';
import type { UserRow } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { deleteMailsOf } from '../../lib/jobs/mail.ts';
import { eraseCaseNotices } from '../../office/subsidies/account.ts';

type DeletedUser = Pick<UserRow, 'id' | 'role' | 'email' | 'email_confirmed_at'>;

/** Anyone can register with another person's address, so messages from an unconfirmed address are not theirs. */
const ownAddress = ({ email, email_confirmed_at }: DeletedUser) =>
  email_confirmed_at === null ? null : email.toLowerCase();

/** Must run before the user's rows are deleted: mentions are found by them. */
export async function eraseMentions(db: Db, user: DeletedUser): Promise<void> {
  const address = ownAddress(user);
  await blankStoredResponses(db, user, address);
  await db.deleteFrom('contact_messages').where(sql`lower(email)`, '=', address).execute();
  await db
    .updateTable('complaints')
    // The text of a complaint that an office has taken up stays, without its author.
    .set({
      name: '',
      email: '',
      message: sql<string>`case when taken_up_at is null then '' else message end`,
    })
    .where((where) => where.or([where('user_id', '=', user.id), where(sql`lower(email)`, '=', address)]))
    .execute();
  await db
    .updateTable('invitations')
    .set({ note: null, email: null })
    .where('used_by', '=', user.id)
    .execute();
  await deleteMailsOf(db, user.id, address && user.email);
  if (user.role === 'farmer') await eraseCaseNotices(db, user.id);
}

/** Actions and times stay in the audit log. Entries of officials who have acted are never erased. */
export async function eraseFromAuditLog(db: Db, userId: string, requestId: string | null): Promise<void> {
  await sql`select erase_from_trail(${userId}, true, ${requestId})`.execute(db);
}

/**
 * Officials' responses can mention anyone, farmers' their correspondents. They stay, without texts. They are found by ids
 * only: a name such as "approved" would match responses about other people.
 */
async function blankStoredResponses(
  db: Db,
  { id, role }: DeletedUser,
  address: string | null,
): Promise<void> {
  // A response about a farmer is in the access log or, if the farmer sent the text, about a logged action.
  const officials =
    role === 'farmer'
      ? sql`
        select viewer_id::text from access_lines where people @> array[${id}::uuid]
        union select actor_id::text from audit_log, mentions
        where entity in ('complaint', 'contact') and entity_id = mentions.id and actor_id is not null`
      : sql`select id::text from users where role = 'government' and deleted_at is null and id <> ${id}`;
  const { rows } = await sql<{ owner: string; key: string; answer: string }>`
    with mentions as materialized (
      select ${id}::uuid as id
      union all select id from subsidies where owner_id = ${id} and kind = 'application'
      union all select id from complaints where user_id = ${id}
      union all select id from complaints where lower(email) = ${address}
      union all select id from contact_messages where lower(email) = ${address}
    )
    select owner, key, answer from idempotency_keys
    -- An array, because a join may read all keys, depending on the table's statistics.
    where owner = any (array(
        ${officials}
        union select partner_id::text from threads where starter_id = ${id}
        union select starter_id::text from threads where partner_id = ${id}
        union select sender_id::text from threads join messages on thread_id = threads.id
          where starter_id = ${id} and threads.office is not null))
      and exists (select from mentions where strpos(answer, mentions.id::text) > 0)
  `.execute(db);
  for (const { owner, key, answer } of rows)
    await db
      .updateTable('idempotency_keys')
      .set({ answer: withoutTexts(answer) })
      .where('owner', '=', owner)
      .where('key', '=', key)
      .execute();
}

const ID_OR_TIME = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/;
/** Fields without free text that tell the client of a repeated request what its first one did. */
const OUTCOME_FIELDS = ['status', 'outcome'];

/** All texts and not only known ones: an earlier name or a crop of the person would be missed. */
const withoutTexts = (json: string) =>
  JSON.stringify(
    JSON.parse(json, (key, value) =>
      typeof value === 'string' && !ID_OR_TIME.test(value) && !OUTCOME_FIELDS.includes(key) ? '' : value,
    ),
  );
