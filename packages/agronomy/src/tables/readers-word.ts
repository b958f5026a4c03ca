/** The word for a recorded crop, input or machine in the reader's language. */
import { knownCrops, recogniseCrop } from './crops.ts';
import { knownFertilizers, recogniseFertilizer } from './fertilizers.ts';
import { knownMachines, recogniseMachine } from './machines.ts';
import { capitalise, type KnownName, NameIndex } from './names.ts';
import { knownPesticides, recognisePesticide } from './pesticides.ts';

export type NamedKind = 'crop' | 'fertilizer' | 'pesticide' | 'machine';

const RECOGNISE: Readonly<Record<NamedKind, (text: string) => { key: string } | null>> = {
  crop: recogniseCrop,
  fertilizer: recogniseFertilizer,
  pesticide: recognisePesticide,
  machine: recogniseMachine,
};

/** Where the first Kiswahili name of the table is not the word for what grows in the field. */
const IN_THE_FIELD: Readonly<Record<string, string>> = {
  rice: 'mpunga',
  onion: 'vitunguu',
  mango: 'maembe',
  groundnut: 'njugu karanga',
};

/** Kiswahili aliases besides the name; the tables do not state the language of an alias. */
const SWAHILI_ALIASES: Readonly<Record<string, readonly string[]>> = {
  beans: ['maharage'],
  french_bean: ['miciri'],
  sugarcane: ['muwa'],
  rice: ['mpunga'],
  millet: ['uwele', 'mawele'],
  potato: ['waru'],
  sweet_potato: ['ngwaci', 'kiazi kitamu'],
  cassava: ['mihogo', 'mhogo'],
  banana: ['migomba'],
  kale: ['sukuma', 'sukumawiki'],
  onion: ['vitunguu'],
  avocado: ['avokado'],
  mango: ['maembe', 'miembe'],
  green_gram: ['pojo', 'chooko'],
  pigeon_pea: ['nzuu'],
  groundnut: ['karanga'],
  soybean: ['maharagwe ya soya'],
  napier: ['matete'],
  manure_cattle: ['mbolea ya ngombe'],
  compost: ['mbolea ya mboji'],
};

/** Aliases in neither language. */
const VARIETIES: readonly string[] = [
  'nyayo',
  'rosecoco',
  'arabica',
  'ruiru 11',
  'sl28',
  'batian',
  'pishori',
  'gadam',
  'shangi',
  'anna f1',
  'rio grande',
  'gloria f1',
  'red creole',
  'hass',
  'fuerte',
  'ngowe',
];

/** Aliases that the tables count with a similar crop or product, whose name would be wrong beside them. */
const OTHER_THINGS: readonly string[] = [
  'pearl millet',
  'fodder',
  'boma rhodes',
  'brachiaria',
  'slurry',
  'dolomite',
  'calcium carbonate',
  'npk',
  'organic',
  'organic fertilizer',
];

/** "Mbolea ya kupandia" can be any planting fertilizer; the table only assumes NPK for the score. */
const ASSUMED: readonly string[] = ['npk_generic'];

interface Words {
  en: string;
  sw: string;
  /** Every name in the language. */
  names: Readonly<Record<'en' | 'sw', NameIndex<true>>>;
}

function wordsOf({ key, name, swahili, aliases }: KnownName, swahiliAliases: readonly string[]): Words {
  const sw = IN_THE_FIELD[key] ?? swahili;
  // "Beans, dry", "Rice (paddy)" and "Kale / sukuma wiki" explain more than the word.
  const en = name.split(/,? \(|, | \/ /)[0]!;
  const inSwahili = new NameIndex<true>();
  for (const one of [swahili, sw, ...swahiliAliases]) inSwahili.add(one, true);
  const inEnglish = new NameIndex<true>();
  for (const one of [en, key, ...aliases]) {
    if (!inSwahili.find(one) && !VARIETIES.includes(one)) inEnglish.add(one, true);
  }
  return { en, sw: capitalise(sw), names: { en: inEnglish, sw: inSwahili } };
}

function byKey(known: readonly KnownName[], swahiliAliases: (one: KnownName) => readonly string[]) {
  return new Map(
    known
      // A product with one name in both languages needs no other word.
      .filter(({ key, name, swahili }) => name !== swahili && !ASSUMED.includes(key))
      .map((one) => [one.key, wordsOf(one, swahiliAliases(one))]),
  );
}

const aliasesOf = ({ key }: KnownName) => SWAHILI_ALIASES[key] ?? [];

const WORDS: Readonly<Record<NamedKind, ReadonlyMap<string, Words>>> = {
  crop: byKey(knownCrops(), aliasesOf),
  fertilizer: byKey(knownFertilizers(), aliasesOf),
  pesticide: byKey(knownPesticides(), aliasesOf),
  machine: new Map(knownMachines().map((one) => [one.key, wordsOf(one, one.swahiliNames)])),
};

const otherThings = new NameIndex<true>();
for (const one of OTHER_THINGS) otherThings.add(one, true);

const BETWEEN_NAMES = /[,&+/]|\s(?:and|na)\s/i;

/** A word for one of two crops ("maize and beans") would hide the other. */
function namesSeveral(typed: string, recognise: (text: string) => { key: string } | null): boolean {
  const keys = typed.split(BETWEEN_NAMES).map((part) => recognise(part)?.key);
  return new Set(keys.filter((key) => key !== undefined)).size > 1;
}

/**
 * The word to show beside a typed name. Null if the name is unknown or already has a word in the reader's language.
 * For English readers only Kiswahili words are translated, not varieties.
 */
export function readersWord(typed: string, kind: NamedKind, language: 'en' | 'sw'): string | null {
  const recognise = RECOGNISE[kind];
  const words = WORDS[kind].get(recognise(typed)?.key ?? '');
  if (!words || words.names[language].find(typed) || namesSeveral(typed, recognise)) return null;
  if (language === 'en') return words.names.sw.find(typed) && words.en;
  return otherThings.find(typed) ? null : words.sw;
}
