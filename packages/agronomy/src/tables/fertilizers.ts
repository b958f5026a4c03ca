import table from '../reference/fertilizers.json' with { type: 'json' };
import { capitalise, type KnownName, NameIndex } from './names.ts';

export const N2O_FACTORS = table.n2o;

export type FertilizerKind = 'mineral' | 'organic' | 'lime';

export interface Fertilizer {
  key: string;
  name: string;
  aliases: string[];
  kind: FertilizerKind;
  nPct: number;
  p2o5Pct: number;
  k2oPct: number;
  /** CO2 of manufacture and field, amortised over the years of effect (lime: docs/score/README.md#53-climate). */
  kgCO2ePerKg: number;
}

const FERTILIZERS: readonly Fertilizer[] = table.fertilizers.map((row) => ({
  ...row,
  kind: kindOf(row.kind),
  kgCO2ePerKg: (row.manufactureKgCO2ePerKg + row.onFieldKgCO2PerKg) * (row.amortise ?? 1),
}));

function kindOf(text: string): FertilizerKind {
  return text === 'organic' || text === 'lime' ? text : 'mineral';
}

const named = new NameIndex<Fertilizer>();
const npk = new NameIndex<Fertilizer>();
const byGrade = new Map<string, Fertilizer>();

for (const fertilizer of FERTILIZERS) {
  // Keys are not names here: the key "as" would match any English sentence.
  const index = fertilizer.key.startsWith('npk_') ? npk : named;
  for (const name of [fertilizer.name, ...fertilizer.aliases]) index.add(name, fertilizer);
  const grade = gradeKey(fertilizer.nPct, fertilizer.p2o5Pct, fertilizer.k2oPct);
  // The first row of a grade is the actual product; later rows only assume it ("NPK, grade not stated").
  if (fertilizer.kind === 'mineral' && !byGrade.has(grade)) byGrade.set(grade, fertilizer);
}

/** Used by the actions of docs/score/README.md#58-actions. */
export const CAN = rowOf('can');
export const DAP = rowOf('dap');
export const MANURE = rowOf('manure_cattle');
export const COMPOST = rowOf('compost');

/** docs/score/README.md#3-common-rules, in this order: a named product other than NPK, a grade, an NPK alias. */
export function recogniseFertilizer(text: string): Fertilizer | null {
  return named.find(text) ?? gradeIn(text) ?? npk.find(text);
}

const PERCENT = String.raw`(\d{1,2}(?:\.\d+)?)`;
const BETWEEN = String.raw`(?:\s*[-–:/]\s*|\s+)`;
const GRADE = new RegExp(
  String.raw`(?:^|[^\d.])${PERCENT}${BETWEEN}${PERCENT}${BETWEEN}${PERCENT}(?!\d)`,
  'g',
);

function gradeIn(text: string): Fertilizer | null {
  for (const [, n, p, k] of text.matchAll(GRADE)) {
    const nPct = Number(n);
    const p2o5Pct = Number(p);
    const k2oPct = Number(k);
    const sum = nPct + p2o5Pct + k2oPct;
    if (sum < 5 || sum > 80) continue;
    const grade = gradeKey(nPct, p2o5Pct, k2oPct);
    return byGrade.get(grade) ?? fertilizerOfGrade(grade, nPct, p2o5Pct, k2oPct);
  }
  return null;
}

function fertilizerOfGrade(grade: string, nPct: number, p2o5Pct: number, k2oPct: number): Fertilizer {
  return {
    key: 'npk_grade',
    name: `NPK ${grade}`,
    aliases: [],
    kind: 'mineral',
    nPct,
    p2o5Pct,
    k2oPct,
    kgCO2ePerKg: (5 * nPct + 0.5 * p2o5Pct + 0.4 * k2oPct) / 100,
  };
}

function gradeKey(nPct: number, p2o5Pct: number, k2oPct: number): string {
  return `${nPct}-${p2o5Pct}-${k2oPct}`;
}

function rowOf(key: string): Fertilizer {
  const row = FERTILIZERS.find((fertilizer) => fertilizer.key === key);
  if (!row) throw new Error(`No fertilizer ${key} in the reference table`);
  return row;
}

/** Swahili names by key; other products have the same trade name in both languages. */
const SWAHILI: Readonly<Record<string, string>> = {
  npk_26_5_5: 'mbolea ya chai',
  npk_generic: 'mbolea ya kupandia',
  manure_cattle: 'samadi',
  manure_goat: 'mbolea ya mbuzi',
  manure_poultry: 'mbolea ya kuku',
  compost: 'mboji',
  lime: 'chokaa',
};

export interface KnownFertilizer extends KnownName {
  kind: FertilizerKind;
}

/** For autocomplete; every name and alias is recognised as its own product. */
export function knownFertilizers(): KnownFertilizer[] {
  return FERTILIZERS.map(({ key, name, aliases, kind }) => ({
    key,
    name,
    swahili: capitalise(SWAHILI[key] ?? name),
    aliases: [...aliases],
    kind,
  }));
}
