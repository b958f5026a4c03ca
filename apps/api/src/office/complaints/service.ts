/** Complaints: a farmer files one, an official takes it up and answers it once. Its author is hidden until revealed. */
import type {
  Complainant,
  Complaint,
  ComplaintInput,
  ComplaintKind,
  OfficialComplaint,
} from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { today } from '@ardhi/contract/dates';
import { COMPLAINT_WORKING_DAYS } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import type * as z from 'zod';
import { findUser } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import { hasDuty, type Viewer } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { letter, queueMail } from '../../lib/jobs/mail.ts';
import { translator } from '../../lib/text/i18n.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';
import { findOwnApplication } from '../subsidies/own-queries.ts';
import {
  type ComplaintRow,
  findComplaint,
  findOpenComplaint,
  insertComplaint,
  insertSubjects,
  lockComplaint,
  setAnswer,
  setTakenUp,
} from './queries.ts';

interface NewComplaint {
  _id?: string;
  kind: ComplaintKind;
  message: string;
  from: { id: string | null; name: string; email: string };
  contactMessageId?: string;
  /** The official who converted a contact message. */
  takenUpBy?: string;
  subsidyId?: string;
  officialId?: string;
}

export async function fileComplaint(
  context: WriteContext<{ id: string; name: string; email: string }>,
  input: z.output<typeof ComplaintInput>,
): Promise<ComplaintRow> {
  const { db, user } = context;
  if (input._id) {
    const known = await findComplaint(db, input._id);
    if (known && known.user_id !== user.id) throw problem('id-taken');
    if (known) return known;
  }
  if (input.subsidyId && !(await findOwnApplication(db, user.id, input.subsidyId)))
    throw fieldProblem('subsidyId', 'issue.unknown-application');
  await assertOfficial(db, input.officialId);
  return createComplaint(context, { ...input, from: user });
}

/** The named subject of a complaint must be an official. */
export async function assertOfficial(db: Db, officialId: string | undefined): Promise<void> {
  if (officialId && (await findUser(db, officialId))?.role !== 'government')
    throw fieldProblem('officialId', 'issue.unknown-official');
}

/** Sends no notices to officials: those who may see it find it in their list. */
export async function createComplaint(
  { db, audit }: Pick<WriteContext, 'db' | 'audit'>,
  input: NewComplaint,
): Promise<ComplaintRow> {
  const id = input._id ?? newId();
  const subsidyId = input.subsidyId ?? null;
  const number = await insertComplaint(
    db,
    {
      id,
      kind: input.kind,
      message: input.message,
      name: input.from.name,
      email: input.from.email,
      user_id: input.from.id,
      contact_message_id: input.contactMessageId ?? null,
      subsidy_id: subsidyId,
      taken_up_by: input.takenUpBy ?? null,
    },
    COMPLAINT_WORKING_DAYS,
  );
  await insertSubjects(db, id, { officialId: input.officialId ?? null, subsidyId });
  await audit({ action: 'complaint.create', entity: 'complaint', entityId: id, after: { number } });
  return (await findComplaint(db, id))!;
}

/** A complaint about money is visible only to those who handle it: ombudspersons, or managers in their place. */
async function lockForHandling(db: Db, viewer: Viewer, id: string): Promise<ComplaintRow> {
  await lockComplaint(db, id);
  const row = orNotFound(await findOpenComplaint(db, viewer, id));
  if (row.kind !== 'money' && !hasDuty(viewer.scope, 'decide')) throw problem('duty-needed');
  return row;
}

/** Repeating it changes nothing. */
export async function takeUpComplaint(
  { db, audit, user }: WriteContext,
  viewer: Viewer,
  id: string,
): Promise<ComplaintRow> {
  const before = await lockForHandling(db, viewer, id);
  if (before.taken_up_at) return before;
  await setTakenUp(db, id, user.id);
  await audit({
    action: 'complaint.take-up',
    entity: 'complaint',
    entityId: id,
    after: { number: before.number },
  });
  return (await findComplaint(db, id))!;
}

/** The caller's response also writes the access log entry that the complainant reads. */
export async function revealComplainant(
  { db, audit }: WriteContext,
  viewer: Viewer,
  id: string,
): Promise<{ _id: string; from: Complainant }> {
  const row = orNotFound(await findOpenComplaint(db, viewer, id));
  await audit({
    action: 'complaint.reveal',
    entity: 'complaint',
    entityId: id,
    after: { number: row.number },
  });
  const { user_id, name, email } = row;
  return { _id: id, from: { _id: name ? user_id : null, name, email, hidden: false } };
}

export async function answerComplaint(
  context: WriteContext,
  viewer: Viewer,
  id: string,
  { answer, revision }: { answer: string; revision?: number },
): Promise<ComplaintRow> {
  const { db, env, audit, user } = context;
  const before = await lockForHandling(db, viewer, id);
  if (before.answered_at) throw problem('complaint-answered', { current: presentOfficial(before) });
  assertRevision(revision, before, () => presentOfficial(before));
  await setAnswer(db, id, answer, user.id);
  await audit({
    action: 'complaint.answer',
    entity: 'complaint',
    entityId: id,
    after: { number: before.number },
  });
  const values = { number: spokenNumber(before.number), answer };
  // A deleted account has neither a name nor an address, and gets no answer.
  if (before.name && before.user_id)
    await addNotice(context, {
      userId: before.user_id,
      kind: 'complaint-answered',
      values,
      link: paths.complaints,
    });
  else if (before.name) await queueMail(db, env, { to: before.email, ...answerMail(before.name, values) });
  return (await findComplaint(db, id))!;
}

/** For senders without an account, whose language is unknown: English text, with the subject in both languages. */
function answerMail(name: string, values: { number: string; answer: string }) {
  const t = translator('en');
  return {
    subject: `${t('notice.complaint-answered.title', values)} / ${translator('sw')('notice.complaint-answered.title', values)}`,
    text: letter('en', { name, email_confirmed_at: null }, [values.answer]),
  };
}

export function presentComplaint(row: ComplaintRow): Complaint {
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    message: row.message,
    createdAt: row.created_at,
    dueOn: row.due_on,
    takenUpAt: row.taken_up_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    subsidy:
      row.subsidy_id && row.subsidy_name !== null ? { _id: row.subsidy_id, name: row.subsidy_name } : null,
    revision: row.revision,
  };
}

export function presentOfficial(row: ComplaintRow): OfficialComplaint {
  return {
    ...presentComplaint(row),
    from: { _id: null, name: '', email: '', hidden: row.name !== '' },
    takenUpBy: row.taken_up_by,
    county: row.county,
    about: row.about,
    late: row.answered_at === null && row.due_on < today(),
    answeredBy: row.answered_by,
  };
}
