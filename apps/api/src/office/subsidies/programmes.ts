/** Officials create, edit, close and delete programmes. */
import { isDeepStrictEqual } from 'node:util';

import { COUNTIES, recogniseCrop } from '@ardhi/agronomy';
import {
  type ProgrammeInput,
  Region,
  type StoredRules,
  type SubsidyRules,
  type SubsidyUpdate,
} from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type * as z from 'zod';
import { exceeds, findLimits, lockMonths, sumMonths } from '../../accounts/posts/limits.ts';
import { withdrawProgrammeReminders } from '../../farm/reminders/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { insertTombstones, refuseDeletedId } from '../../lib/database/tombstones.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import { countyOf } from '../../lib/http/scope.ts';
import { translationAfter } from '../../lib/text/in-kiswahili.ts';
import { moneyText, toCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { insertLimitUse } from './approval.ts';
import { hasRules, NO_RULES } from './eligibility.ts';
import { assertManages, type OfficialContext, officesOf } from './policy.ts';
import { presentManaged } from './present.ts';
import { findSubsidy, type SubsidyRow } from './queries.ts';
import { deleteSubsidy, editSubsidy, hasApplications, insertSubsidy, lockSubsidy } from './write-queries.ts';

type Input = z.output<typeof ProgrammeInput>;
type Update = z.output<typeof SubsidyUpdate>;
type Rules = z.output<typeof SubsidyRules>;

export async function createProgramme(
  { db, user, scope, audit, emit }: OfficialContext,
  input: Input,
): Promise<SubsidyRow> {
  if (input._id) {
    await refuseDeletedId(db, input._id, user.id);
    if (await findSubsidy(db, input._id)) throw problem('id-taken');
  }
  const id = input._id ?? newId();
  const rules = withinCounty(countyOf(scope), checkRules(input.rules ?? null));
  await insertSubsidy(db, {
    id,
    kind: 'programme',
    county: countyOf(scope),
    owner_id: user.id,
    name: input.name,
    description: input.description,
    name_sw: input.nameSw,
    description_sw: input.descriptionSw,
    amount_cents: toCents(input.amount),
    amount_set_by: user.id,
    closes_on: input.closesOn ?? null,
    second_above_cents: input.secondAbove === undefined ? null : toCents(input.secondAbove),
    rules: columnOf(rules),
    regions: regionsOf(rules),
  });
  const row = await programme(db, id);
  await audit({ action: 'subsidy.create', entity: 'subsidy', entityId: id, after: fieldsOf(row) });
  emit({ offices: officesOf(row) }, 'subsidy', [id]);
  return row;
}

export const EDITS = [
  'name',
  'description',
  'amount',
  'closesOn',
  'closed',
  'rules',
  'secondAbove',
  'nameSw',
  'descriptionSw',
] as const;

export async function editProgramme(context: OfficialContext, id: string, update: Update): Promise<void> {
  const { db, user, scope, audit, emit } = context;
  const locked = await lockSubsidy(db, id);
  if (locked?.kind !== 'programme') throw problem('not-found');
  assertManages(scope, locked);
  const before = await programme(db, id);
  assertRevision(update.revision, before, () => presentManaged(before, today()));

  const amountCents = update.amount === undefined ? before.amount_cents : toCents(update.amount);
  if (amountCents < before.approved_cents)
    throw fieldProblem('amount', 'issue.budget-below-approved', {
      approved: moneyText(before.approved_cents),
    });
  if (before.status === 'approved' && amountCents > before.amount_cents)
    await coverRaise(context, before, amountCents);

  const secondAboveCents = secondAbove(before, update.secondAbove);
  // Otherwise one official could remove the four-eyes requirement and then decide alone.
  if (before.status === 'approved' && before.second_above_cents !== null)
    if (secondAboveCents === null || secondAboveCents > before.second_above_cents)
      throw fieldProblem('secondAbove', 'issue.second-above-agreed');

  const { name = before.name, description = before.description } = update;
  const edited: ProgrammeFields = {
    name,
    description,
    ...translations(
      translationAfter(update.nameSw, { text: before.name, translation: before.name_sw }, name),
      translationAfter(
        update.descriptionSw,
        { text: before.description, translation: before.description_sw },
        description,
      ),
    ),
    amountCents,
    closesOn: update.closesOn === undefined ? before.closes_on : update.closesOn,
    closed: update.closed ?? before.closed_at !== null,
    secondAboveCents,
    rules:
      update.rules === undefined
        ? (before.rules ?? NO_RULES)
        : withinCounty(before.county, checkRules(update.rules)),
  };
  const stored = fieldsOf(before);
  // A client may send the whole row back with a decision: this is not an edit.
  if (isDeepStrictEqual(edited, stored)) return;
  const isClosingOrReopening = edited.closed !== stored.closed;
  await editSubsidy(db, id, {
    name: edited.name,
    description: edited.description,
    name_sw: edited.nameSw ?? null,
    description_sw: edited.descriptionSw ?? null,
    closes_on: edited.closesOn,
    second_above_cents: edited.secondAboveCents,
    rules: columnOf(edited.rules),
    regions: regionsOf(edited.rules),
    amount_cents: amountCents,
    // An official who changes the budget or the threshold must not also approve it.
    ...(amountCents === before.amount_cents && secondAboveCents === before.second_above_cents
      ? {}
      : { amount_set_by: user.id }),
    ...(isClosingOrReopening ? { closed_at: edited.closed ? new Date().toISOString() : null } : {}),
  });
  if (isClosingOrReopening && edited.closed) await withdrawProgrammeReminders(db, id);
  await audit({
    action: isClosingOrReopening ? (edited.closed ? 'subsidy.close' : 'subsidy.reopen') : 'subsidy.edit',
    entity: 'subsidy',
    entityId: id,
    before: stored,
    after: edited,
  });
  emit({ offices: officesOf(before) }, 'subsidy', [id]);
}

/** Otherwise one official could have a small budget approved and then raise it. The programme must be locked. */
async function coverRaise(
  { db, user, env }: OfficialContext,
  programme: SubsidyRow,
  amountCents: number,
): Promise<void> {
  // Two officials had to agree on the budget.
  if (env.requireSecondOfficial) throw fieldProblem('amount', 'issue.budget-agreed');
  const limits = (await findLimits(db, env, [user.id])).get(user.id);
  if (!limits) throw problem('post-needed', { setting: 'JURISDICTION' });
  if (exceeds(amountCents, limits.aloneCents))
    throw fieldProblem('amount', 'issue.budget-above-limit', { limit: moneyText(limits.aloneCents!) });
  await lockMonths(db, [user.id]);
  const usedCents = (await sumMonths(db, [user.id])).get(user.id) ?? 0;
  const raiseCents = amountCents - programme.amount_cents;
  if (exceeds(usedCents + raiseCents, limits.monthCents))
    throw fieldProblem('amount', 'issue.budget-above-month', {
      limit: moneyText(limits.monthCents!),
      approved: moneyText(usedCents),
    });
  await insertLimitUse(db, { subsidyId: programme.id, officialId: user.id, amountCents: raiseCents });
}

export async function deleteProgramme(
  { db, scope, audit, emit }: OfficialContext,
  id: string,
): Promise<void> {
  const locked = orNotFound(await lockSubsidy(db, id));
  assertManages(scope, locked);
  if (locked.kind !== 'programme') throw problem('not-a-programme');
  const before = await programme(db, id);
  if (await hasApplications(db, id)) throw problem('programme-in-use');
  await withdrawProgrammeReminders(db, id);
  await deleteSubsidy(db, id);
  await insertTombstones(db, [id], locked.owner_id);
  await audit({ action: 'subsidy.delete', entity: 'subsidy', entityId: id, before: fieldsOf(before) });
  emit({ offices: officesOf(before) }, 'subsidy', [id]);
}

async function programme(db: Db, id: string): Promise<SubsidyRow> {
  return orNotFound(await findSubsidy(db, id));
}

/** Replaces names by those of the reference tables, to compare them with a parcel's. */
function checkRules(rules: Rules | null): StoredRules {
  if (!rules) return NO_RULES;
  if (rules.minAcres !== undefined && rules.maxAcres !== undefined && rules.minAcres > rules.maxAcres)
    throw fieldProblem('rules.maxAcres', 'issue.acres-order');
  return {
    regions: [...new Set(rules.regions)],
    counties: [...new Set(rules.counties.map(knownCounty))],
    minAcres: rules.minAcres ?? null,
    maxAcres: rules.maxAcres ?? null,
    minScore: rules.minScore ?? null,
    minConfidence: rules.minConfidence ?? null,
    crops: [...new Set(rules.crops.map((name) => recogniseCrop(name)?.key ?? name))],
  };
}

/** A county's programme applies only to land in that county. */
const withinCounty = (county: string | null, rules: StoredRules): StoredRules =>
  county === null ? rules : { ...rules, regions: [], counties: [county] };

function knownCounty(name: string, index: number): string {
  const county = COUNTIES.find((known) => known.name.toLowerCase() === name.toLowerCase());
  if (!county) throw fieldProblem(`rules.counties.${index}`, 'issue.unknown-county');
  return county.name;
}

function secondAbove(before: SubsidyRow, requested: number | null | undefined): number | null {
  if (requested === undefined) return before.second_above_cents;
  return requested === null ? null : toCents(requested);
}

const columnOf = (rules: StoredRules) => (hasRules(rules) ? JSON.stringify(rules) : null);

/** The regions that the rules name, or all. */
export function regionsOf(rules: StoredRules): Region[] {
  const named = [
    ...rules.regions,
    ...COUNTIES.filter(({ name }) => rules.counties.includes(name)).map(({ region }) => region),
  ];
  return Region.options.filter((region) => named.length === 0 || named.includes(region));
}

/** Absent from the audit log where there is none. */
const translations = (nameSw: string | null, descriptionSw: string | null) => ({
  ...(nameSw !== null && { nameSw }),
  ...(descriptionSw !== null && { descriptionSw }),
});

/** The editable fields, in the shape of the audit log payload. */
type ProgrammeFields = ReturnType<typeof fieldsOf>;

function fieldsOf(row: SubsidyRow) {
  return {
    name: row.name,
    description: row.description,
    ...translations(row.name_sw, row.description_sw),
    amountCents: row.amount_cents,
    closesOn: row.closes_on,
    closed: row.closed_at !== null,
    secondAboveCents: row.second_above_cents,
    rules: row.rules ?? NO_RULES,
  };
}
