import { capitalise, type KnownName, NameIndex } from './names.ts';

/** English and Kiswahili words for types of equipment, each with further spellings. */
const ROWS: readonly (readonly [english: string[], swahili: string[]])[] = [
  [['tractor'], ['trekta']],
  [['plough', 'plow'], ['plau']],
  [['harrow'], ['haro']],
  [
    ['planter', 'seeder'],
    ['mashine ya kupandia', 'mashine ya kupanda'],
  ],
  [['weeder'], ['mashine ya kupalilia']],
  [
    ['pump', 'water pump'],
    ['pampu', 'pampu ya maji'],
  ],
  [
    ['sprayer', 'knapsack sprayer'],
    ['bomba la dawa', 'pampu ya dawa', 'pampu ya kunyunyizia'],
  ],
  [
    ['harvester', 'combine harvester', 'combine'],
    ['mashine ya kuvunia', 'mashine ya kuvuna'],
  ],
  [['thresher'], ['mashine ya kupura']],
  [
    ['sheller', 'maize sheller'],
    ['mashine ya kupukuchua', 'mashine ya kupukuchulia'],
  ],
  [['chaff cutter'], ['mashine ya kukata majani']],
  [['milking machine'], ['mashine ya kukamua']],
  [['generator'], ['jenereta']],
  [['trailer'], ['trela', 'tela']],
  [['lorry', 'truck'], ['lori']],
  [['motorcycle', 'motorbike'], ['pikipiki']],
  [
    ['cart', 'handcart'],
    ['mkokoteni', 'rukwama'],
  ],
  [['wheelbarrow'], ['toroli']],
  [['hoe'], ['jembe']],
];

interface Machine extends KnownName {
  swahiliNames: readonly string[];
}

const MACHINES: readonly Machine[] = ROWS.map(([english, swahili]) => ({
  key: english[0]!,
  name: capitalise(english[0]!),
  swahili: capitalise(swahili[0]!),
  aliases: [...english, ...swahili],
  swahiliNames: swahili,
}));

const index = new NameIndex<Machine>();
for (const machine of MACHINES) for (const name of machine.aliases) index.add(name, machine);

export function knownMachines(): readonly Machine[] {
  return MACHINES;
}

export function recogniseMachine(text: string): Machine | null {
  return index.find(text);
}
