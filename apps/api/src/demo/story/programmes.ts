/** Subsidy programmes: proposed by one official, decided by another. */
import { COUNTIES } from '@ardhi/agronomy';
import { Region, type StoredRules } from '@ardhi/contract';
import { moneyText, toCents } from '../../lib/text/money.ts';
import { type Day, dateOf, isoOf, someMoment, yearOf } from '../calendar.ts';
import type { Country } from '../country.ts';
import type { Random } from '../random.ts';
import { type ProgrammeText, programmeTexts } from './programme-texts.ts';

export interface Programme {
  id: string;
  text: ProgrammeText;
  /** Farmers could apply from the first to the last of these days. */
  opensOn: Day;
  lastOn: Day;
  budgetCents: number;
  approvedCents: number;
  /** Writes the row, once all applications are decided and their sum is known. */
  add(): void;
}

const USUAL_FARMERS = 600;

export function planProgrammes(country: Country): Programme[] {
  const random = country.random.fork('programmes');
  const scale = Math.max(1, Math.round(country.farmers.length / USUAL_FARMERS));
  return programmeTexts(yearOf(country.asOf)).map((text, index) =>
    planProgramme(country, random, text, index, scale),
  );
}

function planProgramme(
  country: Country,
  random: Random,
  text: ProgrammeText,
  index: number,
  scale: number,
): Programme {
  const { asOf, officials } = country;
  const createdOn = asOf - text.createdDaysAgo;
  const decidedOn = createdOn + random.whole(2, 5);
  const times = { createdAt: someMoment(random, createdOn), decidedAt: someMoment(random, decidedOn) };
  const lastDays = [asOf - 1];
  if (text.closesInDays !== null) lastDays.push(asOf + text.closesInDays);
  if (text.closedDaysAgo !== undefined) lastDays.push(asOf - text.closedDaysAgo - 1);
  const programme: Programme = {
    id: random.id(times.createdAt),
    text,
    opensOn: decidedOn + 1,
    lastOn: Math.min(...lastDays),
    budgetCents: toCents(text.budgetKes) * scale,
    approvedCents: 0,
    add: () =>
      addProgramme(country, programme, times, {
        author: officials[index % 5]!,
        decider: officials[(index % 5) + 1]!,
      }),
  };
  return programme;
}

interface Times {
  createdAt: number;
  decidedAt: number;
}

interface Hands {
  author: { id: string; name: string };
  decider: { id: string };
}

function addProgramme(
  { loader, asOf, random }: Country,
  programme: Programme,
  times: Times,
  { author, decider }: Hands,
): void {
  const { id, text, budgetCents } = programme;
  const decided = text.decision !== 'pending';
  const closesOn = text.closesInDays === null ? null : dateOf(asOf + text.closesInDays);
  const closedAt =
    text.closedDaysAgo === undefined ? null : isoOf(someMoment(random.fork(id), asOf - text.closedDaysAgo));
  loader.add('subsidies', {
    id,
    kind: 'programme',
    owner_id: author.id,
    owner_name: author.name,
    programme_id: null,
    name: text.name,
    description: text.description,
    amount_cents: budgetCents,
    status: text.decision,
    reason: text.reason ?? null,
    decided_by: decided ? decider.id : null,
    decided_at: decided ? isoOf(times.decidedAt) : null,
    regions: regionsOf(text.rules),
    facts: null,
    approved_cents: programme.approvedCents,
    amount_set_by: author.id,
    closes_on: closesOn,
    closed_at: closedAt,
    rules: text.rules && JSON.stringify(text.rules),
    // A decision and a closing each count as a change.
    revision: 1 + Number(decided) + Number(closedAt !== null),
    created_at: isoOf(times.createdAt),
    edited_at: closedAt,
    withdrawn_at: null,
  });
  const entry = { entity: 'subsidy', entityId: id };
  const facts = {
    name: text.name,
    description: text.description,
    amountCents: budgetCents,
    closesOn,
    rules: text.rules,
  };
  loader.audit({
    ...entry,
    at: isoOf(times.createdAt),
    actorId: author.id,
    action: 'subsidy.create',
    after: { ...facts, closed: false },
  });
  if (closedAt)
    loader.audit({
      ...entry,
      at: closedAt,
      actorId: decider.id,
      action: 'subsidy.close',
      before: { closed: false },
      after: { closed: true },
    });
  if (!decided) return;
  const at = isoOf(times.decidedAt);
  const reason = text.reason ?? null;
  loader.audit({
    ...entry,
    at,
    actorId: decider.id,
    action: text.decision === 'approved' ? 'subsidy.approve' : 'subsidy.reject',
    before: { status: 'pending', reason: null },
    after: { status: text.decision, reason },
  });
  loader.add('notices', {
    id: random.fork(`${id}/notice`).id(times.decidedAt),
    kind: `programme-${text.decision}`,
    user_id: author.id,
    audience: null,
    details: JSON.stringify({
      name: text.name,
      amount: moneyText(budgetCents),
      reason: reason ?? '',
      hasReason: reason ? 'yes' : 'no',
    }),
    link: '/subsidies/manage',
    created_at: at,
  });
}

/** Those that its rules name, or all. */
function regionsOf(rules: StoredRules | null): string[] {
  const named = new Set<string>(rules?.regions);
  for (const { name, region } of COUNTIES) if (rules?.counties.includes(name)) named.add(region);
  return Region.options.filter((region) => named.size === 0 || named.has(region));
}
