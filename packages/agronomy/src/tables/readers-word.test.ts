import { describe, expect, it } from 'vitest';
import swahili from '../../locales/sw/score.json' with { type: 'json' };
import { knownCrops } from './crops.ts';
import { knownFertilizers } from './fertilizers.ts';
import { knownMachines } from './machines.ts';
import { type NamedKind, readersWord } from './readers-word.ts';

describe('the word for a typed name in the language of the reader', () => {
  it.each<[kind: NamedKind, typed: string, en: string | null, sw: string | null]>([
    ['crop', 'Maize', null, 'Mahindi'],
    ['crop', 'H614 maize', null, 'Mahindi'],
    ['crop', 'Mahindi', 'Maize', null],
    ['crop', 'MAHINDI ya njano', 'Maize', null],
    ['crop', 'Corn', null, 'Mahindi'],
    ['crop', 'Beans', null, 'Maharagwe'],
    ['crop', 'Maharage', 'Beans', null],
    ['crop', 'Potatoes', null, 'Viazi'],
    ['crop', 'Sweet potato', null, 'Viazi vitamu'],
    ['crop', 'Viazi vitamu', 'Sweet potato', null],
    ['crop', 'Vitunguu', 'Onion', null],
    ['crop', 'Kitunguu', 'Onion', null],
    ['crop', 'Rice', null, 'Mpunga'],
    ['crop', 'Mchele', 'Rice', null],
    ['crop', 'Sukuma wiki', 'Kale', null],
    ['crop', 'Kale', null, 'Sukuma wiki'],
    ['crop', 'Kale / sukuma wiki', null, null],
    ['crop', 'Tea (chai)', null, null],
    ['crop', 'Nyanya (Anna F1)', 'Tomato', null],
    // A variety says nothing to a Kiswahili reader that the crop does not say better.
    ['crop', 'Shangi', null, 'Viazi'],
    ['crop', 'Pearl millet', null, null],
    ['crop', 'Boma Rhodes', null, null],
    ['crop', 'Maize and beans', null, null],
    ['crop', 'Mahindi na maharagwe', null, null],
    ['crop', 'Maize, beans', null, null],
    ['crop', 'Mchicha', null, null],
    ['crop', '', null, null],
    ['fertilizer', 'Cow manure', null, 'Samadi'],
    ['fertilizer', "Mbolea ya ng'ombe", 'Cattle manure', null],
    ['fertilizer', 'Mbolea ya kuku', 'Poultry manure', null],
    ['fertilizer', 'Goat/sheep manure', null, 'Mbolea ya mbuzi'],
    ['fertilizer', 'Chokaa', 'Agricultural lime', null],
    ['fertilizer', 'Mboji', 'Compost', null],
    ['fertilizer', 'Organic fertilizer', null, null],
    ['fertilizer', 'Mbolea ya kupandia', null, null],
    ['fertilizer', 'NPK', null, null],
    ['fertilizer', 'NPK 26:5:5', null, null],
    ['fertilizer', 'DAP', null, null],
    ['pesticide', 'Pareto', 'Pyrethrum', null],
    ['pesticide', 'Pyrethrum', null, 'Pareto'],
    ['pesticide', 'Roundup', null, null],
    ['machine', 'Tractor', null, 'Trekta'],
    ['machine', 'Trekta ya Massey', 'Tractor', null],
    ['machine', 'water pump', null, 'Pampu'],
    ['machine', 'Bomba la dawa', 'Sprayer', null],
    ['machine', 'Combine harvester', null, 'Mashine ya kuvunia'],
    ['machine', 'Drone', null, null],
  ])('%s "%s": in English %s, in Kiswahili %s', (kind, typed, en, sw) => {
    expect(readersWord(typed, kind, 'en')).toBe(en);
    expect(readersWord(typed, kind, 'sw')).toBe(sw);
  });

  it.each(knownCrops())('says $name as the advice in Kiswahili does', ({ key, name }) => {
    const word = readersWord(name, 'crop', 'sw');
    const texts: Readonly<Record<string, string>> = swahili;
    if (word) expect(word.toLowerCase()).toBe(texts[`score.crop.${key}`]);
    else expect(name).toBe('Kale / sukuma wiki');
  });

  it.each<[NamedKind, readonly { name: string; swahili: string; aliases: readonly string[] }[]]>([
    ['crop', knownCrops()],
    ['fertilizer', knownFertilizers()],
    ['machine', knownMachines()],
  ])('a word of any %s needs no other word, and none has words in both languages', (kind, known) => {
    for (const { name, swahili, aliases } of known) {
      for (const typed of [name, swahili, ...aliases]) {
        const [en, sw] = [readersWord(typed, kind, 'en'), readersWord(typed, kind, 'sw')];
        expect(en !== null && sw !== null, typed).toBe(false);
        if (en) expect(readersWord(en, kind, 'en'), typed).toBeNull();
        if (sw) expect(readersWord(sw, kind, 'sw'), typed).toBeNull();
      }
    }
  });
});
