import type { ParcelEligibility, RuleResult } from '@ardhi/contract';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LanguageProvider } from '../../lib/text/i18n.tsx';
import { ParcelRules } from './eligibility.tsx';

const emptyResult: Omit<RuleResult, 'rule' | 'met'> = {
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

const meant = { crops: 'maize', from: '2026-03-10', to: '2026-08-20' };
const score: RuleResult = {
  ...emptyResult,
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
      values: { ...meant, coverPctNow: 40, coverPctTarget: 80 },
      closes: true,
    },
    {
      key: 'return-nutrients',
      gainPoints: 1,
      components: ['nitrogen'],
      values: { ...meant, manureKg: 100, nitrogenKg: 1, stepKg: 100 },
      closes: false,
    },
  ],
};

describe('reasons why a parcel is not eligible', () => {
  it('shows the missing points and the actions that would gain them', () => {
    const expectText = show([score]);
    expectText('Score 54%; 6 points short of 60%.');
    expectText('Keep the soil covered: that would bring 7.2 points and is enough.');
    expectText('Feed the soil with manure: that would bring 1 point of it.');
    expectText('Does not meet the rules');
  });

  it('names the required places and crops for rules without numbers', () => {
    const expectText = show([
      { ...emptyResult, rule: 'place', met: false, wanted: ['north', 'Kitui'], found: ['Nakuru', 'west'] },
      { ...emptyResult, rule: 'crop', met: false, wanted: ['beans', 'tea'], found: [] },
      { ...emptyResult, rule: 'max-acres', met: true, required: 5, actual: 2.5 },
      { ...emptyResult, rule: 'min-score', met: false, required: 60 },
    ]);
    expectText(/It is in Nakuru, West; needed: North or Kitui\./);
    expectText(/No crop is recorded in the last two years; needed: .+ or tea\./i);
    expectText('2.5 acres; at most 5 acres is allowed.');
    expectText(/Not yet assessed; a score of at least 60%/);
  });

  it('is translated into Kiswahili', () => {
    const expectText = show([score], 'sw');
    expectText('Alama 54%; zimepungua pointi 6 kufikia 60%.');
    expectText('Halitimizi masharti');
  });
});
