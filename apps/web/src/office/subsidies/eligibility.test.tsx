import type { ParcelEligibility, RuleResult } from '@ardhi/contract';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LanguageProvider } from '../../lib/text/i18n.tsx';
import { ParcelRules } from './eligibility.tsx';

const nothing: Omit<RuleResult, 'rule' | 'met'> = {
  required: null,
  actual: null,
  missing: null,
  wanted: [],
  found: [],
  actions: [],
  evidence: null,
};

function show(rules: RuleResult[], language: 'en' | 'sw' = 'en') {
  const parcel: ParcelEligibility = {
    _id: '1',
    name: 'Juu',
    size: 2.5,
    county: 'Nakuru',
    region: 'west',
    status: 'assessed',
    sustainabilityScore: 54,
    confidence: 60,
    crops: ['maize'],
    meets: rules.every(({ met }) => met),
    rules,
  };
  render(
    <LanguageProvider initial={language}>
      <ParcelRules parcels={[parcel]} />
    </LanguageProvider>,
  );
  return (text: string | RegExp) => expect(screen.getByText(text)).toBeTruthy();
}

const score: RuleResult = {
  ...nothing,
  rule: 'min-score',
  met: false,
  required: 60,
  actual: 54,
  missing: 6,
  actions: [
    {
      key: 'cover-soil',
      gainPoints: 7.2,
      components: ['soil'],
      values: { coverPctNow: 40, coverPctTarget: 80 },
      closes: true,
    },
    {
      key: 'return-nutrients',
      gainPoints: 1,
      components: ['nitrogen'],
      values: { manureKg: 100, nitrogenKg: 1 },
      closes: false,
    },
  ],
};

describe('why a parcel does not fit', () => {
  it('says how many points are missing and what would bring them', () => {
    const says = show([score]);
    says('Score 54%; 6 points short of 60%.');
    says('Keep the soil covered: that would bring 7.2 points and is enough.');
    says('Feed the soil with manure: that would bring 1 point of it.');
    says('Does not meet the rules');
  });

  it('names what is asked for where there is nothing to count', () => {
    const says = show([
      { ...nothing, rule: 'place', met: false, wanted: ['north', 'Kitui'], found: ['Nakuru', 'west'] },
      { ...nothing, rule: 'crop', met: false, wanted: ['beans', 'tea'], found: [] },
      { ...nothing, rule: 'max-acres', met: true, required: 5, actual: 2.5 },
      { ...nothing, rule: 'min-score', met: false, required: 60 },
    ]);
    says(/It is in Nakuru, West; needed: North or Kitui\./);
    says(/No crop is recorded in the last two years; needed: .+ or tea\./i);
    says('2.5 acres; at most 5 acres is allowed.');
    says(/Not yet assessed; a score of at least 60%/);
  });

  it('says it in Kiswahili', () => {
    const says = show([score], 'sw');
    says('Alama 54%; zimepungua pointi 6 kufikia 60%.');
    says('Halitimizi masharti');
  });
});
