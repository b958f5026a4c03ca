import { describe, expect, it } from 'vitest';
import {
  knownCrops,
  knownFertilizers,
  knownPesticides,
  recogniseCrop,
  recogniseFertilizer,
  recognisePesticide,
} from '../index.ts';
import { normalise } from './names.ts';
import { recogniseSoil } from './soils.ts';

describe('normalising', () => {
  it.each([
    ['  Sukuma   Wiki!! ', 'sukuma wiki'],
    ['NPK 17:17:17', 'npk 17 17 17'],
    ['2,4-D', '2 4 d'],
    ['Mchicha (dodo)', 'mchicha dodo'],
    ['...', ''],
  ])('%s', (text, expected) => {
    expect(normalise(text)).toBe(expected);
  });
});

describe('crops', () => {
  it.each(knownCrops())('$name is recognised by every name', ({ key, name, swahili, aliases }) => {
    for (const text of [name, swahili, ...aliases, `${name} 2024`, name.toUpperCase()]) {
      expect(recogniseCrop(text)?.key).toBe(key);
    }
  });

  it.each([
    ['Nyanya (Anna F1)', 'tomato'],
    ['Tea (chai)', 'tea'],
    ['beans', 'beans'],
    ['Viazi', 'potato'],
    ['Viazi vitamu', 'sweet_potato'],
    ['Maharagwe ya soya', 'soybean'],
    ['French beans', 'french_bean'],
    ['green  grams', 'green_gram'],
    ['H614 maize', 'maize'],
    ['Maizena', null],
    ['Mchicha', null],
    ['', null],
  ])('%s', (text, key) => {
    expect(recogniseCrop(text)?.key ?? null).toBe(key);
  });

  it('offers the Swahili name and the form in which a yield is weighed', () => {
    expect(knownCrops().find(({ key }) => key === 'tea')).toMatchObject({
      name: 'Tea',
      swahili: 'Chai',
      harvestForm: 'green leaf',
      perYear: true,
    });
  });
});

describe('fertilizers', () => {
  it.each(knownFertilizers())('$name is recognised by every name', ({ key, name, swahili, aliases }) => {
    for (const text of [name, swahili, ...aliases]) expect(recogniseFertilizer(text)?.key).toBe(key);
  });

  it.each([
    ['DAP', 'dap'],
    ['Samadi (cow manure)', 'manure_cattle'],
    ["Mbolea ya ng'ombe", 'manure_cattle'],
    ['Mbolea ya kuku', 'manure_poultry'],
    ['CAN 27-0-0', 'can'],
    ['NPK 26:5:5', 'npk_26_5_5'],
    ['npk 26 5 5', 'npk_26_5_5'],
    ['NPK17-17-17', 'npk_17_17_17'],
    ['17.17.17', 'npk_17_17_17'],
    ['NPK 18-46-0', 'dap'],
    ['Mavuno 17-17-17', 'npk_17_17_17'],
    ['Mavuno', 'npk_10_26_10'],
    ['NPK 23-23', 'npk_23_23_0'],
    ['NPK', 'npk_generic'],
    ['NPK 25-5-5+5S', 'npk_grade'],
    ['NPK 0-0-4', 'npk_generic'],
    ['60-20-20', null],
    ['bought 2024-05-15', null],
    ['Easygro', null],
    ['', null],
  ])('%s', (text, key) => {
    expect(recogniseFertilizer(text)?.key ?? null).toBe(key);
  });

  it('derives the contents of a grade that is not in the table', () => {
    const grade = recogniseFertilizer('NPK 25-5-10');
    expect(grade).toMatchObject({ name: 'NPK 25-5-10', kind: 'mineral', nPct: 25, p2o5Pct: 5, k2oPct: 10 });
    expect(grade?.kgCO2ePerKg).toBeCloseTo(5 * 0.25 + 0.5 * 0.05 + 0.4 * 0.1, 12);
    expect(recogniseFertilizer('12.5-5-5')).toMatchObject({ nPct: 12.5 });
  });

  it('amortises lime over its four years of effect', () => {
    expect(recogniseFertilizer('Chokaa')?.kgCO2ePerKg).toBeCloseTo((0.03 + 0.44) / 4, 12);
  });
});

describe('pesticides', () => {
  it.each(knownPesticides())('$name is recognised by every name', ({ key, name, swahili, aliases }) => {
    for (const text of [name, swahili, ...aliases]) expect(recognisePesticide(text)?.key).toBe(key);
  });

  it.each([
    ['Mancozeb 80WP', 'mancozeb'],
    ['Lambda-cyhalothrin', 'lambda_cyhalothrin'],
    ['Ridomil Gold', 'metalaxyl_mancozeb'],
    ['2,4-D amine', '2_4_d'],
    ['Duduthrin', null],
  ])('%s', (text, key) => {
    expect(recognisePesticide(text)?.key ?? null).toBe(key);
  });

  it('identifies highly hazardous products', () => {
    expect(recognisePesticide('Furadan')?.highlyHazardous).toBe(true);
    expect(recognisePesticide('Abamectin')?.highlyHazardous).toBe(true);
    expect(recognisePesticide('Roundup')?.highlyHazardous).toBe(false);
  });
});

describe('soils', () => {
  it.each([
    ['loamy', 'loamy'],
    ['Clay', 'clay'],
    ['Sandy loam', 'sandy'],
    ['Tifutifu', 'loamy'],
    ['gravel', undefined],
  ])('%s', (text, key) => {
    expect(recogniseSoil(text)?.key).toBe(key);
  });
});
