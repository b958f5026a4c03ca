/** Applications of farmers, decided one after another within the budgets, with the facts of that day. */
import { recogniseCrop, type ScoreResult } from '@ardhi/agronomy';
import type { EligibilityReport, StoredRules } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import { moneyText, toCents } from '../../lib/text/money.ts';
import { explain, NO_RULES, type ParcelFacts } from '../../office/subsidies/eligibility.ts';
import { type Day, dateOf, dayAt, isoOf, momentOf, someMoment } from '../calendar.ts';
import type { Country } from '../country.ts';
import { knownOn } from '../land/field-book.ts';
import { type DemoParcel, scoreOn } from '../land/parcel.ts';
import { type DemoFarmer, farmSizeOf } from '../people/farmer.ts';
import type { Random } from '../random.ts';
import { freeRequests, reasons } from './programme-texts.ts';
import type { Programme } from './programmes.ts';

export interface Application {
  id: string;
  farmer: DemoFarmer;
  programme: Programme | null;
  name: string;
  description: string;
  amountCents: number;
  parcelIds: string[];
  createdAt: number;
  createdOn: Day;
  /** When an official looked at it, if one did. */
  decidedAt: number | null;
  withdrawnAt: number | null;
  /** What becomes of it whatever the facts say, within the budget. */
  fate?: { status: 'approved' | 'rejected'; reason: string };
}

export function planApplications(country: Country, programmes: Programme[]): Application[] {
  const random = country.random.fork('applications');
  return country.farmers.flatMap((farmer) => {
    const chance = random.fork(farmer.id);
    if (!chance.chance(0.26)) return [];
    const count = chance.chance(0.25) ? 2 : 1;
    return Array.from({ length: count }, () => planApplication(country, chance, farmer, programmes)).filter(
      (application) => application !== null,
    );
  });
}

function planApplication(
  country: Country,
  random: Random,
  farmer: DemoFarmer,
  programmes: Programme[],
): Application | null {
  const { asOf } = country;
  const own = liveOn(farmer, asOf);
  if (own.length === 0) return null;
  const programme = random.chance(0.25)
    ? null
    : (random.pick(reachable(farmer, programmes, random, asOf)) ?? null);
  const earliest = Math.max(farmer.registeredOn + 2, programme?.opensOn ?? asOf - 300);
  const latest = programme?.lastOn ?? asOf - 1;
  if (latest < earliest) return null;
  // More apply late, so that some applications wait.
  const early = random.share();
  const createdOn = latest - Math.floor((latest - earliest) * early * Math.sqrt(early));
  const asks = programme?.text.asks ?? random.pick(freeRequests);
  const named = random.chance(0.7)
    ? own.filter((parcel) => parcel.createdOn < createdOn).slice(0, random.whole(1, 3))
    : [];
  return draft(random, {
    asOf,
    farmer,
    programme,
    createdOn,
    amountKes: Math.round(random.between(...asks.kes) / 500) * 500,
    name: asks.name,
    description: `For ${asks.purpose}. The farm near ${farmer.town} has ${farmSizeOf(farmer)} acres.`,
    parcelIds: named.map(({ row }) => row.id),
  });
}

/** Usually one whose rules a parcel of theirs meets; some try it anyway. */
function reachable(farmer: DemoFarmer, programmes: Programme[], random: Random, asOf: Day): Programme[] {
  const open = programmes.filter(({ text }) => text.decision === 'approved');
  const facts = liveOn(farmer, asOf).map((parcel) => factsOf(parcel, parcel.result, asOf));
  const fitting = open.filter(({ text }) => explain(text.rules ?? NO_RULES, facts, '').meets);
  return fitting.length > 0 && random.chance(0.82) ? fitting : open;
}

export interface Draft {
  asOf: Day;
  farmer: DemoFarmer;
  programme: Programme | null;
  createdOn: Day;
  amountKes: number;
  name: string;
  description: string;
  parcelIds: string[];
  fate?: Application['fate'];
  /** Left waiting, whatever its age. */
  waits?: boolean;
}

export function draft(random: Random, { asOf, createdOn, amountKes, waits, ...given }: Draft): Application {
  const createdAt = someMoment(random, createdOn);
  const decidedOn = createdOn + random.whole(4, 16);
  const decidedAt = momentOf(decidedOn, random.between(9 * 60, 17 * 60));
  const withdrawn = !given.fate && !waits && random.chance(0.06) && createdOn + 3 < asOf;
  const looked =
    decidedOn < asOf && !withdrawn && !waits && (given.fate !== undefined || !random.chance(0.1));
  return {
    ...given,
    id: random.id(createdAt),
    amountCents: toCents(amountKes),
    createdAt,
    createdOn,
    decidedAt: looked ? decidedAt : null,
    withdrawnAt: withdrawn ? someMoment(random, createdOn + random.whole(1, 3)) : null,
  };
}

export function addApplications(country: Country, applications: Application[]): void {
  const random = country.random.fork('decisions');
  const undecided = Number.POSITIVE_INFINITY;
  const inOrder = [...applications].sort(
    (left, right) => (left.decidedAt ?? undecided) - (right.decidedAt ?? undecided),
  );
  for (const application of inOrder) addApplication(country, random.fork(application.id), application);
}

interface Decision {
  status: 'approved' | 'rejected';
  reason: string | null;
  facts: EligibilityReport;
}

function addApplication(
  { loader, officials, asOf }: Country,
  random: Random,
  application: Application,
): void {
  const { id, farmer, programme, name, description, amountCents, parcelIds, createdAt, decidedAt } =
    application;
  const decision = decidedAt === null ? null : decide(random, application, decidedAt);
  const decider = random.pick(officials.slice(0, 6));
  const decided = decidedAt === null ? null : isoOf(decidedAt);
  const withdrawn = application.withdrawnAt === null ? null : isoOf(application.withdrawnAt);
  loader.add('subsidies', {
    id,
    kind: 'application',
    owner_id: farmer.id,
    owner_name: farmer.name.full,
    programme_id: programme?.id ?? null,
    name,
    description,
    amount_cents: amountCents,
    status: decision?.status ?? (withdrawn ? 'withdrawn' : 'pending'),
    reason: decision?.reason ?? null,
    decided_by: decision ? decider.id : null,
    decided_at: decided,
    // Set once the parcels are in, by the function that the domain has for it.
    regions: [],
    facts: decision && JSON.stringify(decision.facts),
    approved_cents: 0,
    amount_set_by: null,
    closes_on: null,
    closed_at: null,
    rules: null,
    revision: decision || withdrawn ? 2 : 1,
    created_at: isoOf(createdAt),
    edited_at: null,
    withdrawn_at: withdrawn,
  });
  for (const parcelId of parcelIds) loader.add('subsidy_parcels', { subsidy_id: id, parcel_id: parcelId });

  const entry = { entity: 'subsidy', entityId: id };
  loader.audit({
    ...entry,
    at: isoOf(createdAt),
    actorId: farmer.id,
    action: 'subsidy.apply',
    after: { name, description, amountCents, programmeId: programme?.id ?? null, parcelIds },
  });
  if (withdrawn)
    loader.audit({
      ...entry,
      at: withdrawn,
      actorId: farmer.id,
      action: 'subsidy.withdraw',
      before: { status: 'pending' },
      after: { status: 'withdrawn' },
    });
  if (!decision || decidedAt === null || decided === null) return;
  const { status, reason } = decision;
  loader.audit({
    ...entry,
    at: decided,
    actorId: decider.id,
    action: status === 'approved' ? 'subsidy.approve' : 'subsidy.reject',
    before: { status: 'pending', reason: null },
    after: { status, reason },
  });
  const noticeId = random.id(decidedAt);
  loader.add('notices', {
    id: noticeId,
    kind: `subsidy-${status}`,
    user_id: farmer.id,
    audience: null,
    details: JSON.stringify({
      name,
      amount: moneyText(amountCents),
      reason: reason ?? '',
      hasReason: reason ? 'yes' : 'no',
    }),
    link: '/subsidies/apply',
    created_at: decided,
  });
  const readAt = decidedAt + random.between(1, 12) * DAY_MS;
  if (readAt < momentOf(asOf, 0) && random.chance(0.8))
    loader.add('notice_reads', { notice_id: noticeId, user_id: farmer.id, read_at: isoOf(readAt) });
}

/** The facts inform, the budget binds, a person decides. */
function decide(random: Random, application: Application, at: number): Decision {
  const { farmer, programme, parcelIds, amountCents, fate } = application;
  const day = dayAt(at);
  const rules: StoredRules = programme?.text.rules ?? NO_RULES;
  const facts = { ...explain(rules, factsOn(farmer, parcelIds, day), isoOf(at)), frozen: true };
  const inBudget = !programme || programme.approvedCents + amountCents <= programme.budgetCents;
  const wanted = fate?.status ?? (random.chance(facts.meets === false ? 0.1 : 0.8) ? 'approved' : 'rejected');
  if (wanted === 'approved' && inBudget) {
    if (programme) programme.approvedCents += amountCents;
    return { status: 'approved', reason: fate?.reason ?? random.pick(reasons.approved), facts };
  }
  const why = facts.meets === false ? reasons.rules : reasons.rejected;
  const reason = inBudget ? (fate?.reason ?? random.pick(why)) : reasons.budget;
  return { status: 'rejected', reason, facts };
}

function liveOn(farmer: DemoFarmer, day: Day): DemoParcel[] {
  return farmer.parcels.filter(({ row, createdOn }) => createdOn <= day && row.deleted_at === null);
}

const TWO_YEARS = 730;

/** The parcels of an application as they stood on that day. */
function factsOn(farmer: DemoFarmer, parcelIds: string[], day: Day): ParcelFacts[] {
  return liveOn(farmer, day)
    .filter(({ row }) => parcelIds.length === 0 || parcelIds.includes(row.id))
    .map((parcel) => factsOf(parcel, scoreOn(parcel.row, parcel.book, day), day));
}

function factsOf({ row, book }: DemoParcel, result: ScoreResult, day: Day): ParcelFacts {
  const grown = knownOn(book, day)
    .crops.filter((crop) => crop.plantingDate <= dateOf(day) && crop.harvestDate >= dateOf(day - TWO_YEARS))
    .sort((left, right) => (left.plantingDate < right.plantingDate ? 1 : -1));
  return {
    id: row.id,
    name: row.name,
    sizeAcres: row.size_acres,
    county: row.county,
    region: row.region,
    score: result.score,
    confidence: result.confidencePct,
    status: result.status,
    crops: [...new Set(grown.map(({ name }) => recogniseCrop(name)?.key ?? name))],
    actions: result.actions,
    nextEvidence: result.nextEvidence,
  };
}
