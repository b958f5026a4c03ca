import table from '../reference/pesticides.json' with { type: 'json' };
import { capitalise, type KnownName, NameIndex } from './names.ts';

type Row = (typeof table.pesticides)[number];

export interface Pesticide extends Row {
  /** Environmental impact quotient of one kg of product: EIQ x active ingredient fraction. */
  eiqPerKg: number;
  /** WHO class Ia or Ib. */
  highlyHazardous: boolean;
}

const PESTICIDES: readonly Pesticide[] = table.pesticides.map((row) => ({
  ...row,
  eiqPerKg: row.eiqPerKgAi * row.aiFraction,
  highlyHazardous: row.whoClass === 'Ia' || row.whoClass === 'Ib',
}));

/** docs/score/README.md#57-pesticide: default for an unrecognised product. */
export const UNRECOGNISED_EIQ_PER_KG = table.default.eiqPerKgAi * table.default.aiFraction;

const index = new NameIndex<Pesticide>();
for (const pesticide of PESTICIDES) {
  for (const name of [pesticide.key, ...pesticide.aliases]) index.add(name, pesticide);
}

export function recognisePesticide(text: string): Pesticide | null {
  return index.find(text);
}

/** Names that capitalising the key would spell incorrectly. */
const NAMES: Readonly<Record<string, string>> = {
  metalaxyl_mancozeb: 'Metalaxyl + mancozeb',
  lambda_cyhalothrin: 'Lambda-cyhalothrin',
  '2_4_d': '2,4-D',
  bt: 'Bt (Bacillus thuringiensis)',
};

const SWAHILI: Readonly<Record<string, string>> = { pyrethrum: 'pareto' };

export interface KnownPesticide extends KnownName {
  whoClass: string | null;
}

/** For autocomplete; every name and alias is recognised as its own product. */
export function knownPesticides(): KnownPesticide[] {
  return PESTICIDES.map(({ key, aliases, whoClass }) => {
    const name = NAMES[key] ?? capitalise(key);
    return { key, name, swahili: capitalise(SWAHILI[key] ?? name), aliases: [...aliases], whoClass };
  });
}
