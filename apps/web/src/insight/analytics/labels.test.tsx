import type { Analytics } from '@ardhi/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { CountryStats } from './country-stats.tsx';
import { bucketsOf } from './labels.ts';
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
// Of the answer, what these two components read.
const data = { ...METRICS, period: 'monthly', previous, recommendations: [] } as unknown as Analytics;

const tile = (label: string) => screen.getByText(label).parentElement?.textContent ?? '';

describe('headline metrics', () => {
  it('tell a count’s change in percent, a percentage’s in points, and say when there was none before', () => {
    renderApp(<CountryStats data={data} changes />);
    expect(tile('Total Farmers')).toContain('+10% on the month before');
    expect(tile('Land Parcels')).toContain('up from none');
    expect(tile('Area')).toContain('2.5 M');
    expect(tile('Area')).toContain('no change');
    expect(document.body.textContent).toContain('−2 points on the month before');
  });

  it('say so where no earlier figure was kept', () => {
    renderApp(<CountryStats data={{ ...data, previous: null }} changes />);
    expect(screen.getAllByText(/no earlier figure yet/)).toHaveLength(4);
  });
});

it('every whole score is in one of the five buckets, and none in two', () => {
  const all = Array.from({ length: 101 }, (_, score) => ({ _id: score, count: 1 }));
  expect(bucketsOf(all).map(({ value }) => value)).toEqual([21, 20, 20, 20, 20]);
});

describe('work to do', () => {
  it('opens the list behind each count, in its county', () => {
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

  it('says when nothing waits', () => {
    renderApp(<WorkList data={data} />);
    expect(screen.getByText('Nothing waits for an official right now.')).toBeTruthy();
  });
});
