/** Complaints: a farmer files one, an official answers it once. Bribery complaints have restricted visibility. */
import type { Complaint, ComplaintInput, ComplaintKind, OfficialComplaint } from '@ardhi/contract';
import { complaintNumber, spokenNumber } from '@ardhi/contract/complaint-number';
import { today } from '@ardhi/contract/dates';
import { COMPLAINT_WORKING_DAYS } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import type { z } from 'zod';
import { findUser } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { Viewer } from '../../lib/http/scope.ts';
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
  nextComplaint,
  setAnswer,
} from './queries.ts';

interface NewComplaint {
  _id?: string;
  kind: ComplaintKind;
  message: string;
  from: { id: string | null; name: string; email: string };
  contactMessageId?: string;
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
  const number = complaintNumber(await nextComplaint(db));
  const subsidyId = input.subsidyId ?? null;
  await insertComplaint(
    db,
    {
      id,
      number,
      kind: input.kind,
      message: input.message,
      name: input.from.name,
      email: input.from.email,
      user_id: input.from.id,
      contact_message_id: input.contactMessageId ?? null,
      subsidy_id: subsidyId,
    },
    COMPLAINT_WORKING_DAYS,
  );
  await insertSubjects(db, id, { officialId: input.officialId ?? null, subsidyId });
  await audit({ action: 'complaint.create', entity: 'complaint', entityId: id, after: { number } });
  return (await findComplaint(db, id))!;
}

export async function answerComplaint(
  context: WriteContext,
  viewer: Viewer,
  id: string,
  { answer, revision }: { answer: string; revision?: number },
): Promise<ComplaintRow> {
  const { db, env, audit, user } = context;
  await lockComplaint(db, id);
  const before = orNotFound(await findOpenComplaint(db, viewer, id));
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
  if (before.user_id)
    await addNotice(context, {
      userId: before.user_id,
      kind: 'complaint-answered',
      values,
      link: paths.complaints,
    });
  else await queueMail(db, env, { to: before.email, ...answerMail(before.name, values) });
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
    from: { _id: row.name ? row.user_id : null, name: row.name, email: row.email },
    county: row.county,
    about: row.about,
    late: row.answered_at === null && row.due_on < today(),
    answeredBy: row.answered_by,
  };
}
