/** Erases a person's texts outside their own rows: other users' stored responses, queued mails, contact messages. */
import { sql } from 'kysely';
import type { UserRow } from '../../accounts/users/queries.ts';
import { ownedIncludingDeleted } from '../../farm/land/account.ts';
import type { Db } from '../../lib/database/db.ts';
import { deleteMailsOf, removeNameFromMails } from '../../lib/jobs/mail.ts';

type DeletedUser = Pick<UserRow, 'id' | 'role' | 'name' | 'email' | 'email_confirmed_at'>;

/** Anyone can register with another person's address, so messages from an unconfirmed address are not theirs. */
const ownAddress = ({ email, email_confirmed_at }: DeletedUser) =>
  email_confirmed_at === null ? null : email.toLowerCase();

/** Must run before the user's rows are deleted: mentions are found by their texts. */
export async function eraseMentions(db: Db, user: DeletedUser): Promise<void> {
  await blankStoredResponses(db, user);
  const address = ownAddress(user);
  await db.deleteFrom('contact_messages').where(sql`lower(email)`, '=', address).execute();
  await db
    .updateTable('complaints')
    .set({ name: '', email: '', message: '' })
    .where((where) => where.or([where('user_id', '=', user.id), where(sql`lower(email)`, '=', address)]))
    .execute();
  await db.updateTable('invitations').set({ note: null }).where('used_by', '=', user.id).execute();
  await deleteMailsOf(db, user.id, address && user.email);
  await removeNameFromMails(db, user.name);
  if (user.role === 'government') await blankOfficialName(db, user);
}

/** Actions and times stay in the audit log; for officials also what they decided and published. */
export async function eraseFromAuditLog(db: Db, user: DeletedUser, requestId: string | null): Promise<void> {
  await sql`select erase_from_trail(${user.id}, ${user.role === 'farmer'}, ${requestId})`.execute(db);
}

/** Officials' responses can mention anyone, farmers' their correspondents. They stay, without the user's texts. */
async function blankStoredResponses(db: Db, user: DeletedUser): Promise<void> {
  const { id, name, email } = user;
  const { rows } = await sql<{ owner: string; key: string; answer: string }>`
    select owner, key, answer from idempotency_keys
    where owner in (
        select id::text from users where role = 'government' and deleted_at is null and id <> ${id}
        union select partner_id::text from threads where starter_id = ${id}
        union select starter_id::text from threads where partner_id = ${id})
      and (strpos(answer, ${id}) > 0 or strpos(answer, ${email}) > 0 or strpos(answer, ${JSON.stringify(name)}) > 0)
  `.execute(db);
  if (rows.length === 0) return;
  const texts = await textsOf(db, id, ownAddress(user));
  for (const { owner, key, answer } of rows)
    await db
      .updateTable('idempotency_keys')
      .set({ answer: withoutTexts(answer, texts) })
      .where('owner', '=', owner)
      .where('key', '=', key)
      .execute();
}

async function textsOf(db: Db, id: string, address: string | null): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select text from users, unnest(array[name, email, phone_number, location, department]) as text where id = ${id}
    union select text from audit_log, unnest(array[before ->> 'name', before ->> 'phoneNumber', before ->> 'location']) as text
      where entity = 'user' and entity_id = ${id}
    union select text from parcels, unnest(array[name, address]) as text where ${ownedIncludingDeleted(id)}
    union select name from equipment where owner_id = ${id}
    union select text from subsidies, unnest(array[name, description]) as text
      where owner_id = ${id} and kind = 'application'
    union select appeals.reason from appeals join subsidies on subsidies.id = subsidy_id where owner_id = ${id}
    union select message from complaints where user_id = ${id}
    union select text from contact_messages, unnest(array[name, email, message]) as text
      where lower(email) = ${address}
  `.execute(db);
  return new Set(rows.map(({ text }) => text));
}

const withoutTexts = (json: string, texts: Set<string>) =>
  JSON.stringify(
    JSON.parse(json, (_key, value) => (typeof value === 'string' && texts.has(value) ? '' : value)),
  );

/** Notices about a reset code and about a vouching name the official who made it. */
async function blankOfficialName(db: Db, { id, name }: DeletedUser): Promise<void> {
  await sql`
    update notices set details = details || '{"official": "Ardhi"}'
    where kind in ('reset-code', 'vouched') and details ->> 'official' = ${name}
      and user_id in (
        select entity_id from audit_log where actor_id = ${id} and action in ('user.reset-code', 'user.vouch'))
  `.execute(db);
}
