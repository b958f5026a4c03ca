import { expect, it } from 'vitest';
import { evaluate, type ScoreInput, seasonStats } from './index.ts';

const AS_OF = '2025-03-31';
const crop = (id: string, name: string, plantingDate: string, harvestDate: string, tons?: number) => ({
  id,
  name,
  plantingDate,
  harvestDate,
  yieldTonsPerHectare: tons,
});
const input: ScoreInput = {
  parcel: { id: 'parcel', sizeAcres: 2, soilType: 'loamy', county: 'Trans Nzoia' },
  crops: [
    crop('maize', 'Mahindi', '2024-04-01', '2024-09-27', 3),
    crop('beans', 'Maharagwe', '2024-04-01', '2024-07-15', 0.8),
    crop('kale', 'Sukuma wiki', '2025-01-10', '2025-05-10'),
  ],
  water: [
    { id: 'w1', date: '2024-05-01', litres: 1000 },
    { id: 'w2', date: '2024-08-01', litres: 500 },
    { id: 'w3', date: '2024-12-01', litres: 9000 },
  ],
  fertilizer: [
    { id: 'f1', date: '2024-03-20', type: 'DAP', kg: 100 },
    { id: 'f2', date: '2024-05-20', type: 'No such thing', kg: 100 },
  ],
};
const figuresWith = (changed: Partial<ScoreInput> = {}) => seasonStats({ ...input, ...changed }, AS_OF);

it('splits inputs by area and excludes records between seasons', () => {
  const [first, second, kale] = figuresWith();
  const [maize, beans] = first?.recordId === 'maize' ? [first, second] : [second, first];
  expect(maize).toMatchObject({ name: 'Mahindi', from: '2024-04-01', to: '2024-09-27', yieldTPerHa: 3 });
  expect([maize?.waterLitres, beans?.waterLitres]).toEqual([1000, 500]);
  // DAP contains 18 % nitrogen; applied before planting, it counts for the crops that follow.
  expect([maize?.nitrogenKg, beans?.nitrogenKg]).toEqual([9, 9]);
  expect(beans!.nitrogenNeededKg!).toBeLessThan(maize!.nitrogenNeededKg!);
  expect(kale).toMatchObject({ to: AS_OF, waterLitres: 0, yieldTPerHa: null, nitrogenNeededKg: null });
  expect(kale?.usualYieldTPerHa).toBeGreaterThan(0);
});

it('adds up to the values behind the score', () => {
  const water = evaluate(input, AS_OF).components.find(({ key }) => key === 'water');
  const required = water?.evidence.find(({ code }) => code === 'water-required')?.value as number;
  const needed = figuresWith().reduce((sum, { waterNeededLitres }) => sum + waterNeededLitres!, 0);
  expect(needed / 1000).toBeCloseTo(required, 6);
});

it('treats missing records as unknown, not as zero', () => {
  const [unknown] = figuresWith({ water: [], fertilizer: [] });
  expect(unknown).toMatchObject({ waterLitres: null, nitrogenKg: null });
  const declared = { irrigation: 'rain-fed', fertilizer: 'none' } as const;
  const parcel = { ...input.parcel, declarations: declared };
  const [none] = figuresWith({ water: [], fertilizer: [], parcel });
  expect(none).toMatchObject({ waterLitres: 0, nitrogenKg: 0, rainFed: true });
  expect(none!.rainMm!).toBeLessThan(none!.rainNeededMm!);
  expect(unknown?.rainFed).toBe(false);
  const [nowhere] = figuresWith({ parcel: { sizeAcres: 2 } });
  expect(nowhere?.waterNeededLitres).toBeNull();
});
