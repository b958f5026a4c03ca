import { describe, expect, it } from 'vitest';
import { fertilizerUnits, pesticideUnits, roundTo, waterUnits, yieldUnits } from './units.ts';

function factor(units: readonly { id: string; factor: number }[], id: string): number {
  const found = units.find((unit) => unit.id === id);
  if (!found) throw new Error(`No unit ${id}`);
  return found.factor;
}

describe('local units', () => {
  it('converts jerrycans, drums and litres per acre to litres', () => {
    expect(12 * factor(waterUnits(2.5), 'jerrycan')).toBe(240);
    expect(3 * factor(waterUnits(2.5), 'drum')).toBe(600);
    expect(400 * factor(waterUnits(2.5), 'litresPerAcre')).toBe(1000);
  });

  it('converts bags and amounts per acre to kilograms', () => {
    expect(2 * factor(fertilizerUnits(1.5), 'bag50')).toBe(100);
    expect(2 * factor(fertilizerUnits(1.5), 'bag50PerAcre')).toBe(150);
    expect(60 * factor(fertilizerUnits(1.5), 'kgPerAcre')).toBe(90);
  });

  it('converts bags per acre to tons per hectare for any parcel size', () => {
    // The guide says: 1.7 t/ha of maize are about seven and a half bags of 90 kg an acre.
    expect(roundTo(7.5 * factor(yieldUnits(0), 'bag90PerAcre'), 0.01)).toBe(1.67);
    expect(roundTo(1 * factor(yieldUnits(4), 'tonsPerAcre'), 0.001)).toBe(2.471);
  });

  it('relates a total harvest to the crop’s share of the parcel', () => {
    const whole = factor(yieldUnits(2), 'bag90InAll');
    expect(roundTo(20 * whole, 0.001)).toBe(2.224);
    expect(factor(yieldUnits(2, 0.5), 'bag90InAll')).toBeCloseTo(2 * whole, 9);
    expect(roundTo(1000 * factor(yieldUnits(2), 'kgInAll'), 0.001)).toBe(1.236);
  });

  it('offers no units per acre or in total without a parcel size', () => {
    for (const units of [waterUnits(0), fertilizerUnits(0), yieldUnits(0), pesticideUnits(0, 'L')]) {
      for (const unit of units) expect(Number.isFinite(unit.factor) && unit.factor > 0).toBe(true);
    }
    expect(waterUnits(0).some((unit) => unit.id === 'litresPerAcre')).toBe(false);
  });

  it('measures liquids in litres and powders in kilograms', () => {
    expect(pesticideUnits(2, 'L').map((unit) => unit.id)).toEqual(['L', 'ml', 'mlPerAcre']);
    expect(250 * factor(pesticideUnits(2, 'kg'), 'gPerAcre')).toBe(0.5);
  });

  it('starts every list with the unit of the specification', () => {
    const lists = [waterUnits(1), fertilizerUnits(1), yieldUnits(1), pesticideUnits(1, 'kg')];
    expect(lists.map(([first]) => first.factor)).toEqual([1, 1, 1, 1]);
  });
});

describe('rounding to a step', () => {
  it('preserves values on the step and removes floating-point noise', () => {
    expect(roundTo(3 * 0.1, 0.1)).toBe(0.3);
    expect(roundTo(6.6, 1)).toBe(7);
    expect(roundTo(3.3358, 0.001)).toBe(3.336);
  });
});
