import { describe, expect, it } from 'vitest';
import { evaluate, inputsHash, type ScoreInput } from './index.ts';

const input: ScoreInput = {
  parcel: { id: 'a', sizeAcres: 2, soilType: 'loamy', address: 'Thika', declarations: { pesticide: 'none' } },
  crops: [
    {
      id: 'c1',
      name: 'Maize',
      plantingDate: '2024-04-01',
      harvestDate: '2024-09-01',
      yieldTonsPerHectare: 2,
    },
    { id: 'c2', name: 'Beans', plantingDate: '2024-10-01', yieldTonsPerHectare: null },
  ],
  water: [
    { id: 'w1', date: '2024-05-01', litres: 100 },
    { id: 'w2', date: '2024-05-01', litres: 200 },
  ],
};

describe('inputsHash', () => {
  it('equals the hash in the result', () => {
    expect(inputsHash(input)).toMatch(/^[0-9a-f]{32}$/);
    expect(evaluate(input, '2025-03-31').inputsHash).toBe(inputsHash(input));
  });

  it('does not depend on the order of records, on absent fields or on the parcel’s id', () => {
    const same: ScoreInput = {
      parcel: {
        ...input.parcel,
        id: 'b',
        county: null,
        lat: null,
        declarations: { irrigation: 'unknown', fertilizer: 'unknown', pesticide: 'none' },
      },
      crops: [...input.crops!].reverse().map((crop) => ({ ...crop, areaShare: null })),
      water: [...input.water!].reverse(),
      fertilizer: [],
    };
    expect(inputsHash(same)).toBe(inputsHash(input));
  });

  it('changes with every fact', () => {
    const [maize, beans] = input.crops!;
    const changed: ScoreInput[] = [
      { ...input, parcel: { ...input.parcel, sizeAcres: 2.1 } },
      { ...input, parcel: { ...input.parcel, soilType: 'clay' } },
      { ...input, parcel: { ...input.parcel, county: 'Meru' } },
      { ...input, parcel: { ...input.parcel, address: 'Thika ' } },
      { ...input, parcel: { ...input.parcel, lat: 0, lon: 37 } },
      { ...input, parcel: { ...input.parcel, declarations: {} } },
      { ...input, crops: [maize!] },
      { ...input, crops: [{ ...maize!, yieldTonsPerHectare: 2.5 }, beans!] },
      { ...input, crops: [{ ...maize!, areaShare: 0.5 }, beans!] },
      { ...input, crops: [maize!, { ...beans!, harvestDate: '2025-01-01' }] },
      { ...input, water: [] },
      { ...input, water: [{ ...input.water![0]!, id: 'w9' }, input.water![1]!] },
      { ...input, fertilizer: [{ id: 'f', date: '2024-05-01', type: 'DAP', kg: 1 }] },
      { ...input, pesticides: [{ id: 'f', date: '2024-05-01', product: 'DAP', amount: 1 }] },
    ];
    const hashes = new Set([input, ...changed].map(inputsHash));
    expect(hashes.size).toBe(changed.length + 1);
  });
});
