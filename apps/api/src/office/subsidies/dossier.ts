/** Details of one row of the officials' table: applicant, parcels and history. */
import { type EligibilityReport, SUBSIDY_EVENTS, type SubsidyDossier } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { countyOf, type Scope, type Viewer, within } from '../../lib/http/scope.ts';
import { fromCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { applicationEvidence } from '../cases/evidence.ts';
import { listNotes } from '../cases/notes.ts';
import { liveFacts } from './decide.ts';
import { findEarlierDecision } from './earlier-decision-queries.ts';
import { reportWithin } from './eligibility.ts';
import { caseWarnings } from './four-eyes.ts';
import { presentManaged } from './present.ts';
import { findManaged, findSubsidy, type SubsidyRow } from './queries.ts';

export async function dossier(db: Db, viewer: Viewer, id: string): Promise<SubsidyDossier> {
  const { scope } = viewer;
  const row = orNotFound(await findManaged(db, scope, id));
  const isApplication = row.kind === 'application';
  const managed = presentManaged(row, today(), scope);
  const asked = isApplication ? { ...(await askedOf(db, row)), landElsewhere: managed.landElsewhere } : null;
  return {
    ...managed,
    applicantFacts: isApplication ? await applicantFacts(db, scope, row.owner_id, id) : null,
    facts: isApplication ? reportWithin(countyOf(scope), await factsOf(db, row)) : null,
    timeline: await timeline(db, id),
    notes: isApplication ? await listNotes(db, id) : [],
    workingDay: isApplication && row.status === 'pending' ? Math.max(1, row.age) : null,
    leftInProgramme: asked && asked.leftCents !== null ? fromCents(asked.leftCents) : null,
    evidence: asked ? await applicationEvidence(db, viewer, asked) : null,
    warnings: { ...(await caseWarnings(db, viewer.id, row)), decidedBefore: await decidedBefore(db, id) },
  };
}

async function decidedBefore(db: Db, id: string) {
  const earlier = await findEarlierDecision(db, id);
  return earlier && { status: earlier.status as 'approved', at: earlier.decided_at };
}

async function askedOf(db: Db, row: SubsidyRow) {
  const programme = row.programme_id ? await findSubsidy(db, row.programme_id) : undefined;
  // A decided application is not compared with the remaining budget.
  const isPending = programme && row.status === 'pending';
  return {
    applicationId: row.id,
    farmerId: row.owner_id,
    amountCents: row.amount_cents,
    programmeId: row.programme_id,
    leftCents: isPending ? programme.amount_cents - programme.approved_cents : null,
  };
}

/** The snapshot taken at the decision, or the current facts while undecided. */
export async function factsOf(
  db: Db,
  row: Pick<SubsidyRow, 'id' | 'owner_id' | 'programme_id'>,
): Promise<EligibilityReport> {
  return (await frozenFacts(db, row.id)) ?? liveFacts(db, row, await rulesOf(db, row.programme_id));
}

async function frozenFacts(db: Db, id: string): Promise<EligibilityReport | null> {
  const { facts } = await db
    .selectFrom('subsidies')
    .select('facts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return facts;
}

async function rulesOf(db: Db, programmeId: string | null) {
  return programmeId ? (await findSubsidy(db, programmeId))?.rules : null;
}

/** Returns null for a deleted account. */
async function applicantFacts(db: Db, scope: Scope, userId: string, applicationId: string) {
  const row = await db
    .selectFrom('users')
    .select([
      'email',
      'phone_number',
      'farm_size_acres',
      'created_at',
      sql<number>`(select count(*) from subsidies where owner_id = users.id and id <> ${applicationId}
        and kind = 'application' and status <> 'withdrawn' and ${within(scope, sql`county`)})`.as('others'),
      sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from subsidies where owner_id = users.id
        and id <> ${applicationId} and kind = 'application' and status = 'approved'
        and ${within(scope, sql`county`)})`.as('approved_cents'),
    ])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row
    ? {
        email: row.email,
        phoneNumber: row.phone_number,
        farmSize: row.farm_size_acres,
        registeredAt: row.created_at,
        otherApplications: row.others,
        otherApprovedAmount: fromCents(row.approved_cents),
      }
    : null;
}

const MAX_EVENTS = 500;

async function timeline(db: Db, id: string) {
  const rows = await db
    .selectFrom('audit_log as entry')
    .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
    .select([
      'entry.at',
      'entry.action',
      'actor.name',
      sql<string | null>`entry.after ->> 'reason'`.as('reason'),
    ])
    .where('entry.entity', '=', 'subsidy')
    .where('entry.entity_id', '=', id)
    .orderBy('entry.id')
    .limit(MAX_EVENTS)
    .execute();
  return rows.flatMap(({ at, action, name, reason }) => {
    const event = SUBSIDY_EVENTS.find((known) => action === `subsidy.${known}`);
    return event ? [{ at, event, by: name, reason }] : [];
  });
}
