import {
  type Policy,
  type PolicyEdit,
  type PolicySending,
  type PolicyStatus,
  policies,
  Region,
} from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { newId } from '../../lib/database/id.ts';
import { implement } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { Area } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { mailEnabled } from '../../lib/jobs/mail.ts';
import { translationAfter } from '../../lib/text/in-kiswahili.ts';
import { problem } from '../../lib/text/problem.ts';
import { markRead } from '../../records/notices/service.ts';
import {
  countPolicies,
  findPolicy,
  insertPolicy,
  listPolicies,
  listSentNotices,
  lockPolicy,
  markDeleted,
  type PolicyRow,
  updatePolicy,
  withdrawSendings,
} from './queries.ts';
import {
  countAudience,
  countReaders,
  listReach,
  listSendings,
  type ReachRow,
  type SendingRow,
} from './reach-queries.ts';
import { notifyFarmers } from './service.ts';

export function policyRoutes(app: FastifyInstance, services: Services): void {
  const { env } = services;

  implement(app, services, policies, {
    'GET /policies': async ({ user, query, db }) => {
      const total = await countPolicies(db);
      return readPage(query, BY_CREATION, (page) => listPolicies(db, user, page), present, total);
    },

    'GET /policies/{id}': async ({ user, params, db }) =>
      present(requireExisting(await findPolicy(db, user, params.id))),

    'POST /policies': async ({ user, body, db, audit, emit }) => {
      const id = body._id ?? newId();
      // A retry after its idempotency key has expired must not recreate a deleted policy.
      const known = body._id && (await findPolicy(db, user, id));
      if (known) throw problem(known.deleted_at ? 'gone' : 'id-taken');
      await insertPolicy(db, { id, created_by: user.id, ...fieldsOf(body) });
      const after = present(requireExisting(await findPolicy(db, user, id)));
      await audit({ action: 'policy.create', entity: 'policy', entityId: id, after: auditable(after) });
      emit({ everybody: true }, 'policy', [id]);
      return after;
    },

    'PUT /policies/{id}': async ({ user, params, body, db, audit, emit }) => {
      const before = requireExisting(await lockPolicy(db, user, params.id));
      assertRevision(body.revision, before, () => present(before));
      await updatePolicy(db, params.id, fieldsOf(body, before));
      const after = present(requireExisting(await findPolicy(db, user, params.id)));
      await audit({
        action: 'policy.update',
        entity: 'policy',
        entityId: params.id,
        before: auditable(present(before)),
        after: auditable(after),
      });
      emit({ everybody: true }, 'policy', [params.id]);
      return after;
    },

    'DELETE /policies/{id}': async ({ user, params, db, audit, emit, t }) => {
      const before = requireExisting(await lockPolicy(db, user, params.id));
      await markDeleted(db, params.id);
      await withdrawSendings(db, params.id);
      await audit({
        action: 'policy.delete',
        entity: 'policy',
        entityId: params.id,
        before: auditable(present(before)),
      });
      emit({ everybody: true }, 'policy', [params.id]);
      if (before.notified_at) emit({ role: 'farmer' }, 'notice');
      return { message: t('done.deleted') };
    },

    'POST /policies/{id}/notify': async (context) => {
      const { user, params, db, audit, t } = context;
      const policy = requireExisting(await lockPolicy(db, user, params.id));
      if (!(await notifyFarmers(context, policy))) return { message: t('done.just-notified') };
      await audit({
        action: 'policy.notify',
        entity: 'policy',
        entityId: params.id,
        after: { status: policy.status, title: policy.title },
      });
      return { message: t('done.notified') };
    },

    'POST /policies/{id}/read': async (context) => {
      const { user, params, db } = context;
      const policy = requireExisting(await findPolicy(db, user, params.id));
      return { count: await markRead(context, await listSentNotices(db, user.id, policy.id)) };
    },

    'GET /policies/{id}/audience': async ({ user, scope, params, db }) => {
      const policy = requireExisting(await findPolicy(db, user, params.id));
      const { total, placed, regions } = await countAudience(db, scope);
      return {
        total,
        regions: Region.options.map((region) => ({ region, farmers: regions[region] ?? 0 })),
        unassigned: total - placed,
        mail: mailEnabled(env),
        notifiedAt: policy.notified_at,
      };
    },

    'GET /policies/{id}/reach': async ({ user, scope, params, db, t }) => {
      const policy = requireExisting(await findPolicy(db, user, params.id));
      const sendings = await listSendings(db, policy.id);
      const noticeIds = sendings.map((sending) => sending.notice_id);
      const [reach, readers] = await Promise.all([
        listReach(db, scope, noticeIds),
        countReaders(db, scope, noticeIds),
      ]);
      return sendings.map((sending) =>
        presentSending(
          scope,
          {
            ...sending,
            sent_by: sending.sent_by || t('deleted.user'),
            farmers: scope.kind === 'national' ? sending.farmers : farmersOf(reach, sending),
          },
          readers.get(sending.notice_id) ?? 0,
          reach.filter((row) => row.notice_id === sending.notice_id),
        ),
      );
    },
  });
}

/** Farmers in the official's own county; null until counted. */
function farmersOf(reach: ReachRow[], { notice_id, farmers }: SendingRow): number | null {
  return farmers === null ? null : (reach.find((row) => row.notice_id === notice_id)?.farmers ?? 0);
}

/** Policies are public, so an old link may tell that a policy was deleted (410 instead of 404). */
function requireExisting(row: PolicyRow | undefined): PolicyRow {
  if (!row) throw problem('not-found');
  if (row.deleted_at) throw problem('gone');
  return row;
}

function fieldsOf(
  body: z.output<typeof PolicyEdit>,
  before?: Pick<PolicyRow, 'title' | 'description' | 'title_sw' | 'description_sw' | 'status'>,
) {
  const title = before && { text: before.title, translation: before.title_sw };
  const description = before && { text: before.description, translation: before.description_sw };
  return {
    title: body.title,
    description: body.description,
    status: body.status ?? before?.status ?? 'Draft',
    effective_date: body.effectiveDate ?? null,
    title_sw: translationAfter(body.titleSw, title, body.title),
    description_sw: translationAfter(body.descriptionSw, description, body.description),
  };
}

function auditable({ title, description, status, effectiveDate, titleSw, descriptionSw }: Policy) {
  return {
    title,
    description,
    status,
    effectiveDate,
    ...(titleSw && { titleSw }),
    ...(descriptionSw && { descriptionSw }),
  };
}

function present(row: PolicyRow): Policy {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    titleSw: row.title_sw,
    descriptionSw: row.description_sw,
    status: row.status as PolicyStatus,
    effectiveDate: row.effective_date,
    notifiedAt: row.notified_at,
    unread: row.unread,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}

function presentSending(scope: Area, row: SendingRow, read: number, reach: ReachRow[]): PolicySending {
  return {
    _id: row.notice_id,
    sentAt: row.sent_at,
    sentBy: row.sent_by,
    farmers: row.farmers,
    read,
    counties: reach.map(({ county, region, farmers, read }) => ({ county, region, farmers, read })),
    // Mail counts exist only at national level.
    mail:
      row.mail && scope.kind === 'national'
        ? { mailed: row.mailed, refused: row.mail_refused, finishedAt: row.mail_finished_at }
        : null,
  };
}
