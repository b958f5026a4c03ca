import table from '../reference/fertilizers.json' with { type: 'json' };
import { capitalise, type KnownName, NameIndex } from './names.ts';

export const FERTILIZERS_VERSION = table.version;
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
  /** Manufacture and field CO2 together, spread over the years it acts (lime: section 5.3). */
  kgCO2ePerKg: number;
}

const FERTILIZERS: readonly Fertilizer[] = table.fertilizers.map((row) => ({
  key: row.key,
  name: row.name,
  aliases: row.aliases,
  kind: kindOf(row.kind),
  nPct: row.nPct,
  p2o5Pct: row.p2o5Pct,
  k2oPct: row.k2oPct,
  kgCO2ePerKg: (row.manufactureKgCO2ePerKg + row.onFieldKgCO2PerKg) * (row.amortise ?? 1),
}));

function kindOf(text: string): FertilizerKind {
  return text === 'organic' || text === 'lime' ? text : 'mineral';
}

const named = new NameIndex<Fertilizer>();
const npk = new NameIndex<Fertilizer>();
const byGrade = new Map<string, Fertilizer>();

for (const fertilizer of FERTILIZERS) {
  // The key is not a name here: "as" would be found in any English sentence.
  const index = fertilizer.key.startsWith('npk_') ? npk : named;
  for (const name of [fertilizer.name, ...fertilizer.aliases]) index.add(name, fertilizer);
  const grade = gradeKey(fertilizer.nPct, fertilizer.p2o5Pct, fertilizer.k2oPct);
  // The first row of a grade is the product itself, a later one only assumes it ("NPK, grade not stated").
  if (fertilizer.kind === 'mineral' && !byGrade.has(grade)) byGrade.set(grade, fertilizer);
}

/** What the actions of section 5.8 apply. */
export const MANURE = rowOf('manure_cattle');
export const COMPOST = rowOf('compost');

/** Section 3: a named product that is not an NPK, else a grade, else an NPK alias. */
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
    return byGrade.get(grade) ?? ofGrade(grade, nPct, p2o5Pct, k2oPct);
  }
  return null;
}

function ofGrade(grade: string, nPct: number, p2o5Pct: number, k2oPct: number): Fertilizer {
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

/** Which of a row's aliases is Swahili; the others are sold under the same name in both languages. */
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

/** For suggestions while typing; every name and alias is recognised as its own product. */
export function knownFertilizers(): KnownFertilizer[] {
  return FERTILIZERS.map(({ key, name, aliases, kind }) => ({
    key,
    name,
    swahili: capitalise(SWAHILI[key] ?? name),
    aliases: [...aliases],
    kind,
  }));
}
