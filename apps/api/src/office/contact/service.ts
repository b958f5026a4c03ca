/** Answers a contact message, or turns it into a complaint. */
import type { ComplaintKind } from '@ardhi/contract';
import { findUserByEmail } from '../../accounts/users/queries.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { Viewer } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { letter, mailEnabled, queueMail } from '../../lib/jobs/mail.ts';
import { translator } from '../../lib/text/i18n.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import type { ComplaintRow } from '../complaints/queries.ts';
import { assertOfficial, createComplaint } from '../complaints/service.ts';
import { type ContactMessageRow, lockContactMessage, setContactAnswer, setHandled } from './queries.ts';

/** Answers by mail if mail is configured, else by a notice to the account with that address. */
export async function answerMessage(
  context: WriteContext,
  viewer: Viewer,
  id: string,
  { answer, revision }: { answer: string; revision?: number },
): Promise<ContactMessageRow> {
  const { db, env, user, audit } = context;
  const before = orNotFound(await lockContactMessage(db, viewer, id));
  assertRevision(revision, before, () => ({ _id: before.id, revision: before.revision }));
  const account = await findUserByEmail(db, before.email);
  if (mailEnabled(env))
    await queueMail(db, env, {
      to: before.email,
      subject: `${translator('en')('mail.answer.subject')} / ${translator('sw')('mail.answer.subject')}`,
      text: letter('en', { name: before.name, email_confirmed_at: null }, [answer, `> ${before.message}`]),
    });
  else if (account)
    await addNotice(context, {
      userId: account.id,
      kind: 'contact-answered',
      values: { answer },
      link: null,
    });
  else throw problem('no-way-to-answer', { setting: 'SMTP_URL' });
  await setContactAnswer(db, id, answer);
  await setHandled(db, id, user.id);
  await audit({ action: 'contact.answer', entity: 'contact', entityId: id });
  return (await lockContactMessage(db, viewer, id))!;
}

/** Marks the message as handled; the complaint has its own due date and answer. */
export async function convertToComplaint(
  context: WriteContext,
  viewer: Viewer,
  id: string,
  { kind, officialId }: { kind: ComplaintKind; officialId?: string },
): Promise<ComplaintRow> {
  const { db, user } = context;
  const before = orNotFound(await lockContactMessage(db, viewer, id));
  if (before.complaint_id) throw problem('complaint-known');
  await assertOfficial(db, officialId);
  const account = await findUserByEmail(db, before.email);
  const farmer = account?.role === 'farmer' && account.email_confirmed_at ? account.id : null;
  const complaint = await createComplaint(context, {
    kind,
    message: before.message,
    from: { id: farmer, name: before.name, email: before.email },
    contactMessageId: id,
    takenUpBy: user.id,
    officialId,
  });
  await setHandled(db, id, user.id);
  return complaint;
}
