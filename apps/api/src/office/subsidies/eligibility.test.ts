import type { StoredRules } from '@ardhi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParcelFacts } from '../../farm/land/facts.ts';
import { evaluateRules, explain, hasRules, NO_RULES } from './eligibility.ts';

const meant = { crops: 'maize', from: '2026-03-10', to: '2026-08-20' };

const NOW = '2026-03-01T09:00:00.000Z';

const parcel: ParcelFacts = {
  id: '0197-parcel',
  name: 'Shamba la juu',
  sizeAcres: 2.5,
  county: 'Nakuru',
  region: 'west',
  score: 54,
  confidence: 60,
  status: 'assessed',
  crops: ['maize'],
  actions: [
    {
      key: 'diversify',
      gainPoints: 7.2,
      components: ['diversity'],
      values: { ...meant, effectiveSpeciesNow: 1, legumePctNow: 0, legumePctTarget: 25 },
    },
    {
      key: 'cover-soil',
      gainPoints: 3.1,
      components: ['soil'],
      values: { ...meant, coverPctNow: 40, coverPctTarget: 80 },
    },
  ],
  nextEvidence: { component: 'water', code: 'no-water-records', confidenceGain: 20 },
};

const only = (rules: Partial<StoredRules>, facts: Partial<ParcelFacts> = {}) =>
  evaluateRules({ ...NO_RULES, ...rules }, { ...parcel, ...facts })[0]!;

describe('one rule', () => {
  it('reports how many points are missing and which action closes the gap', () => {
    const result = only({ minScore: 60 });
    expect(result).toMatchObject({ rule: 'min-score', met: false, required: 60, actual: 54, missing: 6 });
    expect(result.actions).toMatchObject([
      { key: 'diversify', gainPoints: 7.2, closes: true },
      { key: 'cover-soil', gainPoints: 3.1, closes: false },
    ]);
  });

  it('does not treat the placeholder of an unassessed parcel as a score', () => {
    const result = only({ minScore: 40 }, { status: 'initial', score: 50, confidence: 0 });
    expect(result).toMatchObject({ met: false, actual: null, missing: null, actions: [] });
    expect(result.evidence).toMatchObject({ component: 'water', confidenceGain: 20 });
  });

  it('reports how many acres are missing or in excess', () => {
    expect(only({ minAcres: 3 })).toMatchObject({ rule: 'min-acres', met: false, missing: 0.5 });
    expect(only({ maxAcres: 2 })).toMatchObject({ rule: 'max-acres', met: false, missing: 0.5 });
    expect(only({ minAcres: 2.5 })).toMatchObject({ met: true, missing: null });
    expect(only({ maxAcres: 2.5 })).toMatchObject({ met: true, missing: null });
    // In floating point, 0.3 - 0.1 is not 0.2.
    expect(only({ minAcres: 0.3 }, { sizeAcres: 0.1 })).toMatchObject({ missing: 0.2 });
  });

  it('names the record that would raise the confidence enough', () => {
    expect(only({ minConfidence: 75 })).toMatchObject({
      rule: 'min-confidence',
      missing: 15,
      evidence: { component: 'water', closes: true },
    });
    expect(only({ minConfidence: 90 }).evidence).toMatchObject({ closes: false });
  });

  it('accepts the region or the county', () => {
    expect(only({ regions: ['west'] }).met).toBe(true);
    expect(only({ regions: ['north'], counties: ['Nakuru'] }).met).toBe(true);
    expect(only({ regions: ['north'], counties: ['Kitui'] })).toMatchObject({
      met: false,
      wanted: ['north', 'Kitui'],
      found: ['Nakuru', 'west'],
    });
    expect(only({ counties: ['Nakuru'] }, { county: null, region: null })).toMatchObject({
      met: false,
      found: [],
    });
  });

  it('accepts any of the crops', () => {
    expect(only({ crops: ['beans', 'maize'] }).met).toBe(true);
    expect(only({ crops: ['beans'] })).toMatchObject({ met: false, wanted: ['beans'], found: ['maize'] });
  });
});

describe('several parcels', () => {
  it('one parcel is enough to meet the rules, and the report shows which', () => {
    const rules = { ...NO_RULES, minAcres: 2 };
    const report = explain(rules, [parcel, { ...parcel, id: 'small', sizeAcres: 1 }], NOW);
    expect(report).toMatchObject({ meets: true, meetingParcels: 1, meetingAcres: 2.5, frozen: false });
    expect(report.parcels.map(({ meets }) => meets)).toEqual([true, false]);
  });

  it('returns null without rules', () => {
    expect(explain(NO_RULES, [parcel], NOW)).toMatchObject({ meets: null, meetingParcels: 1 });
    expect(explain({ ...NO_RULES, minAcres: 0 }, [], NOW)).toMatchObject({ meets: false });
    expect(hasRules(NO_RULES)).toBe(false);
    expect(hasRules({ ...NO_RULES, minAcres: 0 })).toBe(true);
  });
});

const region = fc.constantFrom('north' as const, 'south' as const, 'east' as const, 'west' as const);
const limit = (max: number) => fc.option(fc.double({ min: 0, max, noNaN: true }), { nil: null });
const anyRules: fc.Arbitrary<StoredRules> = fc.record({
  regions: fc.uniqueArray(region),
  counties: fc.uniqueArray(fc.constantFrom('Nakuru', 'Kitui', 'Turkana')),
  minAcres: limit(20),
  maxAcres: limit(20),
  minScore: limit(100),
  minConfidence: limit(100),
  crops: fc.uniqueArray(fc.constantFrom('maize', 'beans', 'tea')),
});
const anyParcel: fc.Arbitrary<ParcelFacts> = fc.record({
  id: fc.uuid(),
  name: fc.string(),
  sizeAcres: fc.double({ min: 0, max: 30, noNaN: true }),
  county: fc.constantFrom('Nakuru', 'Kitui', null),
  region: fc.option(region, { nil: null }),
  score: fc.integer({ min: 0, max: 100 }),
  confidence: fc.integer({ min: 0, max: 100 }),
  status: fc.constantFrom('initial' as const, 'provisional' as const, 'assessed' as const),
  crops: fc.uniqueArray(fc.constantFrom('maize', 'beans', 'tea', 'khat')),
  actions: fc.array(
    fc.record({
      key: fc.constant('cover-soil' as const),
      gainPoints: fc.double({ min: 1, max: 50, noNaN: true }),
      components: fc.constant([]),
      values: fc.constant({ ...meant, coverPctNow: 40, coverPctTarget: 80 }),
    }),
    { maxLength: 2 },
  ),
  nextEvidence: fc.constant(null),
});

describe('for any rules and parcels', () => {
  it('a met rule has nothing missing and suggests no action or evidence', () => {
    fc.assert(
      fc.property(anyRules, anyParcel, (rules, facts) => {
        for (const result of evaluateRules(rules, facts)) {
          if (result.met) {
            expect(result.missing).toBeNull();
            expect(result.actions).toEqual([]);
            expect(result.evidence).toBeNull();
          }
          if (result.missing !== null) expect(result.missing).toBeGreaterThan(0);
          if (result.actual !== null && result.required !== null && !result.met)
            expect(result.missing).toBeCloseTo(Math.abs(result.required - result.actual), 3);
        }
      }),
    );
  });

  it('adding exactly the missing amount meets a numeric rule', () => {
    fc.assert(
      fc.property(anyRules, anyParcel, (rules, facts) => {
        for (const result of evaluateRules(rules, facts)) {
          if (result.missing === null) continue;
          // The missing amount is rounded to four decimals, so the changed parcel may be slightly short.
          const changed = {
            'min-acres': { sizeAcres: facts.sizeAcres + result.missing },
            'max-acres': { sizeAcres: facts.sizeAcres - result.missing },
            'min-score': { score: facts.score + result.missing },
            'min-confidence': { confidence: facts.confidence + result.missing },
          }[result.rule as 'min-acres'];
          const again = evaluateRules(rules, { ...facts, ...changed }).find(
            ({ rule }) => rule === result.rule,
          );
          expect(again?.met).toBe(true);
        }
      }),
    );
  });

  it('fewer rules never exclude a parcel, and no rules include every parcel', () => {
    fc.assert(
      fc.property(anyRules, fc.array(anyParcel, { maxLength: 5 }), (rules, parcels) => {
        const strict = explain(rules, parcels, NOW);
        const lax = explain({ ...rules, minScore: null, regions: [], counties: [] }, parcels, NOW);
        expect(lax.meetingParcels).toBeGreaterThanOrEqual(strict.meetingParcels);
        expect(explain(NO_RULES, parcels, NOW).meetingParcels).toBe(parcels.length);
        expect(strict.meets).toBe(hasRules(rules) ? strict.meetingParcels > 0 : null);
      }),
    );
  });
});
