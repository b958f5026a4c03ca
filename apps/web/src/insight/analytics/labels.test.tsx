import type { Analytics } from '@ardhi/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { translate } from '../../lib/text/messages.ts';
import { bandOptions, bucketsOf } from './labels.ts';
import { NationalStats } from './national-stats.tsx';
import { WorkList } from './work-list.tsx';

const METRICS = {
  totalFarmers: 110,
  totalLands: 5,
  totalLandArea: 2_500_000,
  sustainabilityScore: 62,
  areaWeightedScore: 60.5,
  assessedLands: 4,
  landUsage: null,
  equipmentEfficiency: null,
  subsidyUtilization: null,
};
const previous = {
  ...METRICS,
  date: '2026-10-15',
  totalFarmers: 100,
  totalLands: 0,
  sustainabilityScore: 64,
};
// Only the fields that the two components read.
const data = { ...METRICS, period: 'monthly', previous, recommendations: [] } as unknown as Analytics;

const tile = (label: string) => screen.getByText(label).parentElement?.textContent ?? '';

describe('headline metrics', () => {
  it('show changes of counts in percent, changes of percentages in points, and growth from zero as text', () => {
    renderApp(<NationalStats data={data} changes />);
    expect(tile('Total Farmers')).toContain('+10% on the month before');
    expect(tile('Land Parcels')).toContain('up from none');
    expect(tile('Area')).toContain('2.5 M');
    expect(tile('Area')).toContain('no change');
    expect(document.body.textContent).toContain('−2 points on the month before');
  });

  it('say if there is no earlier snapshot', () => {
    renderApp(<NationalStats data={{ ...data, previous: null }} changes />);
    expect(screen.getAllByText(/no earlier value yet/)).toHaveLength(4);
  });
});

it('every integer score is in exactly one of the five buckets', () => {
  const all = Array.from({ length: 101 }, (_, score) => ({ _id: score, count: 1 }));
  expect(bucketsOf(all).map(({ value }) => value)).toEqual([21, 20, 20, 20, 20]);
});

it('the score filter offers each bucket with its label, and the bars of the chart open the same filter', () => {
  const options = bandOptions((key) => translate('en', key));
  expect(options.map(({ label }) => label)).toEqual([
    'Not yet assessed',
    '0-20 poor',
    '21-40 needs attention',
    '41-60 fair',
    '61-80 good',
    '81-100 very good',
  ]);
  expect(bucketsOf([]).map(({ band }) => band)).toEqual(options.slice(1).map(({ value }) => value));
});

describe('work to do', () => {
  it('links each count to its list, filtered by county', () => {
    const recommendations = [
      { kind: 'waiting', county: 'Kitui', count: 2 },
      { kind: 'overlaps', county: 'Tana River', count: 1 },
    ] as const;
    renderApp(<WorkList data={{ ...data, recommendations: [...recommendations] }} />);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/registers/waiting?county=Kitui',
      '/overlaps?county=Tana+River',
    ]);
    expect(links[1]?.textContent).toBe('boundary overlap in Tana River is unsettled');
  });

  it('shows an empty state without open work', () => {
    renderApp(<WorkList data={data} />);
    expect(screen.getByText('No work is pending right now.')).toBeTruthy();
  });
});
