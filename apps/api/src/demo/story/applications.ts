/** Applications of farmers, decided one after another within the budgets. */
import { recogniseCrop } from '@ardhi/agronomy';
import type { EligibilityReport, ReturnField } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import type { ParcelFacts } from '../../farm/land/facts.ts';
import { toCents } from '../../lib/text/money.ts';
import { explain, NO_RULES } from '../../office/subsidies/eligibility.ts';
import { type Day, dateOf, isoOf, momentOf, someMoment } from '../calendar.ts';
import { knownOn } from '../land/field-book.ts';
import type { DemoParcel } from '../land/parcel.ts';
import { type DemoFarmer, farmSizeOf } from '../people/farmer.ts';
import type { Random } from '../random.ts';
import type { DemoContext } from './context.ts';
import { addSubsidy, type Item, type Programme, type Subsidy } from './programmes.ts';

interface Application {
  farmer: DemoFarmer;
  programme: Programme | null;
  name: string;
  description: string;
  amountCents: number;
  createdOn: Day;
  /** Without any, the application is for the whole farm. */
  parcels: DemoParcel[];
  /** Fixed for the hero; by chance and by the rules for the others. */
  outcome?: { status: 'pending' | 'approved' | 'rejected'; reason?: string };
}

export interface AddedApplication extends Application, Subsidy {
  facts: EligibilityReport;
}

/** Items of applications without a programme. */
const freeItems: readonly Item[] = [
  { item: 'Water tank of 10,000 litres', kes: [60_000, 95_000] },
  { item: 'Repair of terraces', kes: [8_000, 30_000] },
  { item: 'Beehives', kes: [20_000, 45_000] },
  { item: 'Seedlings of indigenous trees', kes: [4_000, 15_000] },
];

const reasons = {
  approved: [null, null, 'Approved as requested. Please record how it is used.'],
  rejected: ['The amount is far above the usual cost. Please apply again with a quotation.'],
  rules: [
    'None of the parcels named meets the rules of the programme. Please see the other open programmes.',
  ],
  budget: ['The budget of the programme is used up. Please apply to the next one.'],
};

export function addApplications(demo: DemoContext, programmes: Programme[]): AddedApplication[] {
  const random = demo.random.fork('applications');
  // In a small demo more farmers apply, so that there are applications in every state.
  const share = Math.max(0.3, 30 / demo.farmers.length);
  const applications = demo.farmers.flatMap((farmer) => {
    const chance = random.fork(farmer.id);
    const count = chance.chance(share) ? 1 + Number(chance.chance(0.25)) : 0;
    return Array.from({ length: count }, () => someApplication(chance, demo.asOf, farmer, programmes));
  });
  const valid = applications.filter((application) => application !== null);
  const added = [...heroApplications(demo, programmes), ...valid]
    .sort((left, right) => left.createdOn - right.createdOn)
    .map((application, index) => decide(demo, random.fork(`decision/${index}`), application, index));
  const queue = added.filter(({ status, farmer }) => status === 'pending' && farmer !== demo.hero);
  for (const application of added)
    addRows(demo, random.fork(application.id), application, queue.indexOf(application));
  return added;
}

function heroApplications({ hero, asOf }: DemoContext, programmes: Programme[]): Application[] {
  const common = (programmeName: string, daysAgo: number, ...parcelNames: string[]) => ({
    farmer: hero,
    programme: programmes.findLast(({ name }) => name.startsWith(programmeName))!,
    createdOn: asOf - daysAgo,
    parcels: hero.parcels.filter(({ row }) => parcelNames.includes(row.name)),
  });
  return [
    {
      ...common('Fertilizer', 88, 'Home field', 'Hill terraces'),
      name: 'Fertilizer for the home field',
      description: 'Three bags of DAP and three bags of CAN for the home field and the hill terraces.',
      amountCents: toCents(18_500),
      outcome: { status: 'approved', reason: 'Approved as requested. Please record when you spread it.' },
    },
    {
      ...common('Reward', 52, 'Tomato field'),
      name: 'Reward for sustainable practice',
      description: 'For the tomato field in Naivasha, which I want to bring to a better score.',
      amountCents: toCents(24_000),
      outcome: {
        status: 'rejected',
        reason:
          'The tomato field is below the 75 points that the programme requires. Two of your other parcels are above it: you are welcome to apply with those.',
      },
    },
    {
      ...common('Drip', 6, 'Tomato field', 'Kitchen garden'),
      name: 'Drip kit for one acre of tomatoes',
      description: 'A drip kit would save at least a third of the water. A quotation is at the ward office.',
      amountCents: toCents(62_000),
      outcome: { status: 'pending' },
    },
  ];
}

function someApplication(
  random: Random,
  asOf: Day,
  farmer: DemoFarmer,
  programmes: Programme[],
): Application | null {
  const open = programmes.filter(({ status }) => status === 'approved');
  const facts = factsOf(liveParcels(farmer), asOf);
  const fitting = open.filter(({ rules }) => explain(rules, facts, '').meets);
  // Most apply to a programme whose rules they meet; some try another one.
  const choices = fitting.length > 0 && random.chance(0.82) ? fitting : open;
  const programme = random.chance(0.25) ? null : random.pick(choices);
  const earliest = Math.max(farmer.registeredOn + 2, programme?.opensOn ?? asOf - 300);
  const latest = programme?.lastOn ?? asOf - 1;
  if (facts.length === 0 || latest < earliest) return null;
  // More apply late, so that some applications are pending.
  const early = random.share();
  const createdOn = latest - Math.floor((latest - earliest) * early * Math.sqrt(early));
  const { item, kes } = programme ?? random.pick(freeItems);
  const registered = liveParcels(farmer).filter((parcel) => parcel.createdOn < createdOn);
  return {
    farmer,
    programme,
    createdOn,
    name: item,
    description: `${item} for the farm near ${farmer.town}, which has ${farmSizeOf(farmer)} acres.`,
    amountCents: toCents(Math.round(random.between(...kes) / 500) * 500),
    parcels: random.chance(0.7) ? registered.slice(0, random.whole(1, 3)) : [],
  };
}

/** By chance, by the rules and within the budget, unless the outcome is fixed. */
function decide(
  { officials, asOf }: DemoContext,
  random: Random,
  application: Application,
  index: number,
): AddedApplication {
  const { farmer, programme, amountCents, createdOn, parcels, outcome } = application;
  const createdAt = someMoment(random, createdOn);
  const isWithdrawn = !outcome && index % 14 === 6 && createdOn + 3 < asOf;
  const decidedOn = createdOn + (isWithdrawn ? random.whole(1, 2) : random.whole(4, 16));
  const decidedAt = momentOf(decidedOn, random.between(9 * 60, 17 * 60));
  const isDecided = decidedOn < asOf && (outcome ? outcome.status !== 'pending' : random.chance(0.9));
  const concerned = parcels.length > 0 ? parcels : liveParcels(farmer);
  const rules = programme?.rules ?? NO_RULES;
  const facts = explain(rules, factsOf(concerned, decidedOn), isoOf(decidedAt));
  const isFavoured = outcome
    ? outcome.status === 'approved'
    : random.chance(facts.meets === false ? 0.1 : 0.8);
  const inBudget = !programme || amountCents <= programme.leftCents;
  const refusal = !inBudget ? 'budget' : facts.meets === false ? 'rules' : 'rejected';
  const cause = isFavoured && inBudget ? 'approved' : refusal;
  const decision = cause === 'approved' ? cause : 'rejected';
  const reason = outcome?.reason ?? random.pick<string | null>(reasons[cause]);
  const status = isWithdrawn ? 'withdrawn' : isDecided ? decision : 'pending';
  if (programme && status === 'approved') programme.leftCents -= amountCents;
  return {
    ...application,
    id: random.id(createdAt),
    kind: 'application',
    owner: farmer,
    status,
    reason: status === decision ? reason : null,
    facts: { ...facts, frozen: true },
    createdAt,
    decidedAt,
    deciderId: random.pick(officials.slice(0, 6)).id,
  };
}

const RETURN_FIELDS: ReturnField[] = ['amount', 'description'];
const RETURN_REASON = 'Your quotation is lower than the amount. Please correct the amount and explain it.';

/** `position` is the one among pending applications, by which some are assigned or returned; -1 for others. */
function addRows(
  { loader, officials, asOf }: DemoContext,
  random: Random,
  application: AddedApplication,
  position: number,
): void {
  const { id, farmer, programme, name, description, amountCents, status, facts, createdAt, decidedAt } =
    application;
  const canReturn = application.createdOn < asOf - 3;
  const isReturned = position % 4 === 0 && canReturn;
  const isCorrected = position % 8 === 3 && canReturn;
  const returnedAt = momentOf(asOf - 2, 12 * 60);
  // On the same day, so that the paused clock changes nothing.
  const correctedAt = momentOf(asOf - 2, 18 * 60);
  const [head, nakuru] = [officials[0]!, officials[1]!];
  const isNakuru = farmer.county === 'Nakuru' && position % 2 === 0;
  const holder = position % 5 === 1 ? head : isNakuru ? nakuru : null;
  const noticeId = addSubsidy(loader, random, application, {
    programme_id: programme?.id ?? null,
    revision: isCorrected ? 3 : status === 'pending' && !isReturned ? 1 : 2,
    withdrawn_at: status === 'withdrawn' ? isoOf(decidedAt) : null,
    facts: status === 'pending' || status === 'withdrawn' ? null : JSON.stringify(facts),
    meets_rules: status === 'pending' ? facts.meets : null,
    assigned_to: holder?.id ?? null,
    assigned_at: holder && isoOf(momentOf(asOf - 1, 22 * 60)),
    returned_at: isReturned ? isoOf(returnedAt) : null,
    returned_by: isReturned ? head.id : null,
    return_fields: isReturned ? RETURN_FIELDS : null,
    return_reason: isReturned ? RETURN_REASON : null,
    corrected_at: isCorrected ? isoOf(correctedAt) : null,
  });
  const parcelIds = application.parcels.map(({ row }) => row.id);
  for (const parcel_id of parcelIds) loader.add('subsidy_parcels', { subsidy_id: id, parcel_id });
  const audit = { actorId: farmer.id, entity: 'subsidy', entityId: id };
  const applied = { name, description, amountCents, programmeId: programme?.id ?? null, parcelIds };
  loader.audit({ ...audit, at: createdAt, action: 'subsidy.apply', after: applied });
  if (isReturned || isCorrected) {
    loader.add('subsidy_returns', {
      id: random.id(returnedAt),
      subsidy_id: id,
      returned_at: isoOf(returnedAt),
      returned_by: head.id,
    });
    const after = { fields: RETURN_FIELDS, reason: RETURN_REASON };
    loader.audit({ ...audit, actorId: head.id, at: returnedAt, action: 'subsidy.return', after });
  }
  if (isCorrected) {
    const change = { before: { amountCents: amountCents + 500_000 }, after: { amountCents } };
    loader.audit({ ...audit, at: correctedAt, action: 'subsidy.edit', ...change });
  }
  if (status === 'withdrawn') {
    const change = { before: { status: 'pending' }, after: { status } };
    loader.audit({ ...audit, at: decidedAt, action: 'subsidy.withdraw', ...change });
  }
  const readAt = decidedAt + random.between(1, 12) * DAY_MS;
  if (noticeId && readAt < momentOf(asOf, 0) && random.chance(0.8))
    loader.add('notice_reads', { notice_id: noticeId, user_id: farmer.id, read_at: isoOf(readAt) });
}

const liveParcels = ({ parcels }: DemoFarmer) => parcels.filter(({ row }) => row.deleted_at === null);

/** With the crops known on that day and the score of today. */
function factsOf(parcels: DemoParcel[], day: Day): ParcelFacts[] {
  return parcels.map(({ row, book, result }) => {
    const grown = knownOn(book, day).crops.filter(({ plantingDate }) => plantingDate <= dateOf(day));
    return {
      id: row.id,
      name: row.name,
      sizeAcres: row.size_acres,
      county: row.county,
      region: row.region,
      score: row.score,
      confidence: row.confidence,
      status: row.score_status,
      crops: [...new Set(grown.map(({ name }) => recogniseCrop(name)?.key ?? name))],
      actions: result.actions,
      nextEvidence: result.nextEvidence,
    };
  });
}
