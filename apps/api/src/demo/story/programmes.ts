/** Subsidy programmes: proposed by one official, decided by another. */
import type { StoredRules } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { Insertable } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import { moneyText, toCents } from '../../lib/text/money.ts';
import { NO_RULES } from '../../office/subsidies/eligibility.ts';
import { regionsOf } from '../../office/subsidies/programmes.ts';
import { type Day, dateOf, isoOf, someMoment, yearOf } from '../calendar.ts';
import type { Loader } from '../loader.ts';
import type { Random } from '../random.ts';
import type { DemoContext } from './context.ts';

/** An item to apply for, and the range of its price. */
export interface Item {
  item: string;
  kes: readonly [number, number];
}

interface ProgrammeText extends Item {
  name: string;
  description: string;
  status: 'approved' | 'rejected' | 'pending';
  createdDaysAgo: number;
  closesInDays?: number;
  closedDaysAgo?: number;
  /** Above this amount two officials must approve. */
  secondAboveKes?: number;
  rules: Partial<StoredRules>;
}

export interface Programme extends ProgrammeText {
  id: string;
  rules: StoredRules;
  /** The first and the last day on which farmers could apply. */
  opensOn: Day;
  lastOn: Day;
  leftCents: number;
  revision: number;
}

const dryCounties = ['Kitui', 'Machakos', 'Makueni', 'Tharaka-Nithi', 'Taita-Taveta', 'Garissa'];
const programmeTexts = (year: number): ProgrammeText[] => [
  {
    name: `Fertilizer subsidy, long rains ${year - 1}`,
    description: 'Planting and top-dressing fertilizer at half price for growers of maize and beans.',
    item: 'Fertilizer for the long rains',
    kes: [6_000, 28_000],
    status: 'approved',
    createdDaysAgo: 520,
    closedDaysAgo: 300,
    rules: { maxAcres: 10, crops: ['maize', 'beans'] },
  },
  {
    name: `Fertilizer subsidy ${year}`,
    description:
      'Fertilizer at half price for smallholders with up to ten acres. One application for each season.',
    item: 'Fertilizer for the season',
    kes: [6_000, 30_000],
    status: 'approved',
    createdDaysAgo: 200,
    closesInDays: 45,
    rules: { maxAcres: 10 },
  },
  {
    name: 'Seed for dry counties',
    description:
      'Certified seed of sorghum, millet and pulses for farmers in the arid and semi-arid counties.',
    item: 'Certified dryland seed',
    kes: [3_000, 12_000],
    status: 'approved',
    createdDaysAgo: 170,
    closesInDays: 60,
    rules: { regions: ['north'], counties: dryCounties, crops: ['sorghum', 'green_gram', 'millet'] },
  },
  {
    name: 'Drip irrigation kits',
    description:
      'Two thirds of the price of a drip kit for vegetables. Water use must be recorded for one season.',
    item: 'Drip kit',
    kes: [25_000, 90_000],
    status: 'approved',
    createdDaysAgo: 150,
    secondAboveKes: 50_000,
    closesInDays: 90,
    rules: { maxAcres: 5, crops: ['tomato', 'onion', 'kale', 'cabbage'], minConfidence: 40 },
  },
  {
    name: 'Reward for sustainable practice',
    description:
      'A single payment for parcels with a sustainability score of at least 75 and sufficient records.',
    item: 'Reward for sustainable practice',
    kes: [10_000, 25_000],
    status: 'approved',
    createdDaysAgo: 110,
    rules: { minScore: 75, minConfidence: 70 },
  },
  {
    name: 'Potato seed multiplication',
    description:
      'Clean seed potatoes for growers who multiply them for their neighbours, in highland counties.',
    item: 'Seed potatoes',
    kes: [10_000, 30_000],
    status: 'pending',
    createdDaysAgo: 9,
    closesInDays: 100,
    rules: { counties: ['Nyandarua', 'Nakuru', 'Meru', 'Kiambu'], crops: ['potato'], minAcres: 0.5 },
  },
  {
    name: 'Tractors for wards',
    description: 'One tractor for each ward, to be hired out by the ward office.',
    item: 'Tractor',
    kes: [50_000, 900_000],
    status: 'rejected',
    createdDaysAgo: 65,
    rules: {},
  },
];

const REJECTED = 'The running costs are not covered. Please propose it again together with the counties.';
/** A budget pays for this many of the largest applications, in a demo of 600 farmers. */
const BUDGET_ITEMS = 24;
const USUAL_FARMERS = 600;

export function addProgrammes({ loader, asOf, random, farmers, officials }: DemoContext): Programme[] {
  const chance = random.fork('programmes');
  const scale = Math.max(1, Math.round(farmers.length / USUAL_FARMERS));
  return programmeTexts(yearOf(asOf)).map((text, index) => {
    const { name, description, status, closesInDays, closedDaysAgo } = text;
    const createdOn = asOf - text.createdDaysAgo;
    const createdAt = someMoment(chance, createdOn);
    const decidedOn = createdOn + chance.whole(2, 5);
    const closedAt = closedDaysAgo === undefined ? undefined : someMoment(chance, asOf - closedDaysAgo);
    const id = chance.id(createdAt);
    const [owner, decider] = [officials[index % 5]!, officials[(index % 5) + 1]!];
    const amountCents = toCents(text.kes[1]) * BUDGET_ITEMS * scale;
    const closesOn = closesInDays === undefined ? null : dateOf(asOf + closesInDays);
    const rules = { ...NO_RULES, ...text.rules };
    const revision = 1 + Number(status !== 'pending') + Number(closedAt !== undefined);
    const audit = { entity: 'subsidy', entityId: id };
    const after = { name, description, amountCents, closesOn, rules, closed: false };
    loader.audit({ ...audit, actorId: owner.id, at: createdAt, action: 'subsidy.create', after });
    const reason = status === 'rejected' ? REJECTED : null;
    const decision = { reason, decidedAt: someMoment(chance, decidedOn), deciderId: decider.id };
    const subsidy = { ...text, id, kind: 'programme', owner, amountCents, createdAt, ...decision } as const;
    addSubsidy(loader, chance, subsidy, {
      amount_set_by: owner.id,
      regions: regionsOf(rules),
      closes_on: closesOn,
      ...(closedAt && { closed_at: isoOf(closedAt), edited_at: isoOf(closedAt) }),
      rules: JSON.stringify(rules),
      revision,
      second_above_cents: text.secondAboveKes && toCents(text.secondAboveKes),
    });
    if (closedAt) {
      const change = { before: { closed: false }, after: { closed: true } };
      loader.audit({ ...audit, actorId: decider.id, at: closedAt, action: 'subsidy.close', ...change });
    }
    const lastOn = asOf - (closedDaysAgo ?? 0) - 1;
    return { ...text, id, rules, opensOn: decidedOn + 1, lastOn, leftCents: amountCents, revision };
  });
}

export interface Subsidy {
  id: string;
  kind: 'programme' | 'application';
  owner: { id: string; name: string };
  name: string;
  description: string;
  amountCents: number;
  status: 'approved' | 'rejected' | 'withdrawn' | 'pending';
  reason: string | null;
  createdAt: number;
  /** Planned, where it is still pending. */
  decidedAt: number;
  deciderId: string;
}

/** A row, and where it is decided the audit entry and the notice to the owner. Returns the id of the notice. */
export function addSubsidy(
  loader: Loader,
  random: Random,
  subsidy: Subsidy,
  columns: Partial<Insertable<DB['subsidies']>>,
): string | null {
  const { id, kind, owner, name, description, amountCents, status, reason, decidedAt, deciderId } = subsidy;
  const isDecided = status === 'approved' || status === 'rejected';
  loader.add('subsidies', {
    id,
    kind,
    owner_id: owner.id,
    owner_name: owner.name,
    name,
    description,
    amount_cents: amountCents,
    status,
    reason,
    decided_by: isDecided ? deciderId : null,
    decided_at: isDecided ? isoOf(decidedAt) : null,
    created_at: isoOf(subsidy.createdAt),
    ...columns,
  });
  if (!isDecided) return null;
  const audit = { actorId: deciderId, entity: 'subsidy', entityId: id, at: decidedAt };
  const change = { before: { status: 'pending', reason: null }, after: { status, reason } };
  loader.audit({ ...audit, action: status === 'approved' ? 'subsidy.approve' : 'subsidy.reject', ...change });
  const noticeId = random.id(decidedAt);
  const stated = { reason: reason ?? '', hasReason: reason ? 'yes' : 'no' };
  loader.add('notices', {
    id: noticeId,
    kind: `${kind === 'programme' ? 'programme' : 'subsidy'}-${status}`,
    user_id: owner.id,
    details: JSON.stringify({ name, amount: moneyText(amountCents), ...stated }),
    link: kind === 'programme' ? paths.subsidyManage : paths.subsidy(id),
    created_at: isoOf(decidedAt),
  });
  return noticeId;
}
