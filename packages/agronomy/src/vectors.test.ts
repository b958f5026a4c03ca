import { describe, expect, it } from 'vitest';
import type { ActionKey, EvidenceCode, MissingCode } from './codes.ts';
import { COMPONENT_KEYS } from './codes.ts';
import * as curves from './components/curves.ts';
import { evaluate, resolveCounty, type ScoreInput, type ScoreResult, WEIGHTS } from './index.ts';
import published from './reference/test-vectors.json' with { type: 'json' };

/** Published texts of the codes used in the vectors. */
const MISSING_TEXTS: Partial<Record<MissingCode, string>> = {
  'no-crop': 'no crop in the last 24 months',
  'no-harvest': 'no harvested crop with a yield',
  'no-pesticide-records': 'no pesticide records and not declared none',
};

const ACTION_TEXTS: Partial<Record<ActionKey, string>> = {
  'irrigate-to-requirement': 'irrigate to the crop requirement',
  'less-mineral-nitrogen': 'cut mineral nitrogen to the crop removal / 0.7',
  'return-nutrients': 'return nutrients with manure or compost',
  'organic-matter': 'apply manure or compost up to 5 t/ha a year',
  diversify: 'add a legume or a further crop to the rotation',
};

/** Rain of a rain-fed parcel is for display and not part of the vectors. */
const EVIDENCE_NAMES: Record<Exclude<EvidenceCode, 'rain-used' | 'rain-needed'>, string> = {
  'water-applied': 'appliedM3',
  'water-required': 'requiredM3',
  'water-ratio': 'ratio',
  'water-use-score': 'useScore',
  county: 'county',
  'application-efficiency': 'efficiency',
  'water-productivity': 'wp_',
  'water-productivity-score': 'wpScore',
  'nitrogen-use-efficiency': 'nuePct',
  'nitrogen-surplus': 'surplusKgHaYr',
  'nitrogen-efficiency-score': 'f',
  'nitrogen-surplus-factor': 'g',
  'balance-from': 'from_',
  'balance-to': 'to',
  'balance-years': 'years',
  'nitrogen-mineral': 'nMineralKgHa',
  'nitrogen-organic': 'nOrganicKgHa',
  'nitrogen-fixed': 'nFixedKgHa',
  'nitrogen-in': 'nInKgHa',
  'nitrogen-out': 'nOutKgHa',
  'phosphorus-balance': 'pBalanceKgHa',
  'potassium-balance': 'kBalanceKgHa',
  'emissions-total': 'kgCO2e',
  'emissions-fertilizer': 'kgCO2eMake',
  'emissions-nitrous-oxide': 'kgCO2eN2O',
  'emissions-per-hectare-year': 'kgCO2ePerHaYr',
  'emissions-per-kg-nitrogen': 'kgCO2ePerKgN',
  'climate-class': 'climateClass',
  'effective-species': 'effectiveSpecies',
  'perennial-only': 'perennialOnly',
  'legume-share': 'legumeShare',
  'species-score': 'divScore',
  'legume-score': 'legScore',
  'rotation-score': 'rotScore',
  'soil-cover': 'cover',
  'soil-cover-score': 'coverScore',
  'organic-matter': 'organicTHaYr',
  'organic-matter-score': 'organicScore',
  'soil-fit': 'fit',
  'relative-yield': 'rel_',
  'field-eiq': 'fieldEiqPerHaYr',
  'highly-hazardous': 'highlyHazardous',
};

type Vector = (typeof published.vectors)[number];

function inputOf({ parcel }: Vector): ScoreInput {
  const { crops = [], water = [], fertilizer = [], pesticides = [], declarations, ...rest } = parcel;
  return {
    parcel: { ...rest, declarations: declarations as NonNullable<ScoreInput['parcel']['declarations']> },
    crops: crops.map(({ yield: yieldTonsPerHectare, ...crop }, n) => ({
      ...crop,
      id: `c${n}`,
      yieldTonsPerHectare,
    })),
    water: water.map((record, n) => ({ ...record, id: `w${n}` })),
    fertilizer: fertilizer.map((record, n) => ({ ...record, id: `f${n}` })),
    pesticides: pesticides.map((record, n) => ({ ...record, id: `p${n}` })),
  };
}

/** Converts a result to the published format. */
function toPublishedFormat(result: ScoreResult) {
  const components = result.components.map(({ key, score, completeness, missing, evidence }) => [
    key,
    {
      score,
      completeness,
      missing: missing.length === 0 ? null : missing.map(({ code }) => MISSING_TEXTS[code]).join('; '),
      evidence: Object.fromEntries(
        evidence.flatMap(({ code, subject, value }) =>
          code === 'rain-used' || code === 'rain-needed'
            ? []
            : [[EVIDENCE_NAMES[code] + (subject ?? ''), value]],
        ),
      ),
    },
  ]);
  return {
    score: result.score,
    raw: result.raw,
    confidencePct: result.confidencePct,
    status: result.status,
    band: result.band,
    county: result.county,
    region: result.region,
    components: Object.fromEntries(components),
    actions: result.actions.map(({ key, gainPoints }) => ({ gainPoints, action: ACTION_TEXTS[key] })),
  };
}

/** Replaces numbers within the tolerance by the expected value, so that the results compare exactly. */
function snap(actual: unknown, expected: unknown): unknown {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= published.tolerance ? expected : actual;
  }
  if (actual && expected && typeof actual === 'object' && typeof expected === 'object') {
    const known = expected as Record<string, unknown>;
    const entries = Object.entries(actual).map(([key, value]) => [key, snap(value, known[key])]);
    return Array.isArray(actual) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  }
  return actual;
}

describe('published vectors', () => {
  it.each(published.vectors)('$name', (vector) => {
    const actual = toPublishedFormat(evaluate(inputOf(vector), vector.asOf));
    expect(snap(actual, vector.expect)).toEqual(vector.expect);
  });

  it.each(published.addresses)('address $address', ({ address, county, region }) => {
    expect(resolveCounty({ address })).toMatchObject({ county, region });
  });

  it('uses the published curves', () => {
    const { piecewise } = published;
    expect(curves.WATER_USE).toEqual(piecewise.waterUse);
    expect(curves.NITROGEN_USE_EFFICIENCY).toEqual(piecewise.nue);
    expect(curves.SURPLUS_FACTOR).toEqual(piecewise.surplusFactor);
    expect(curves.EMISSIONS).toEqual(piecewise.ghg);
    expect(curves.DIVERSITY).toEqual(piecewise.diversity);
    expect(curves.DIVERSITY_PERENNIAL).toEqual(piecewise.diversityPerennial);
    expect(curves.COVER).toEqual(piecewise.cover);
    expect(curves.ORGANIC).toEqual(piecewise.organic);
    expect(curves.RELATIVE_YIELD).toEqual(piecewise.yieldRel);
    expect(curves.PESTICIDE).toEqual(piecewise.pesticide);
  });

  it('uses the published weights, in the published order', () => {
    expect(WEIGHTS).toEqual(published.weights);
    expect([...COMPONENT_KEYS]).toEqual(Object.keys(published.weights));
  });
});
