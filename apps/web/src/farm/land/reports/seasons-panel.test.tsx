import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { stubResponses } from '../../../../test/server.ts';
import { SeasonsPanel } from './seasons-panel.tsx';

const season = {
  recordId: 'c1',
  name: 'Mahindi',
  from: '2026-03-01',
  to: '2026-08-20',
  waterLitres: 12_000,
  waterNeededLitres: 15_000,
  rainFed: false,
  rainMm: 480,
  rainNeededMm: 560,
  nitrogenKg: null,
  nitrogenNeededKg: 40,
  yieldTPerHa: null,
  usualYieldTPerHa: 1.8,
};

it('charts recorded against needed amounts, with the same numbers in a table', async () => {
  stubResponses({
    'GET /land/p1/seasons': { body: [season, { ...season, recordId: 'c2', waterLitres: null }] },
  });
  renderApp(<SeasonsPanel id="p1" />);
  const water = await screen.findByRole('figure', { name: 'Water' });
  expect(within(water).getByText('12,000 litres, needed 15,000 litres')).toBeTruthy();
  expect(within(water).getByText('not recorded, needed 15,000 litres')).toBeTruthy();
  await userEvent.setup().click(within(water).getByRole('button', { name: 'Show as table' }));
  // With the word of the reader, once the tables are there.
  await within(water).findByRole('row', {
    name: /Mahindi \(Maize\), Mar 2026 – Aug 2026 12,000 litres, needed/,
  });
  for (const name of ['Nitrogen from fertilizer', 'Yield'])
    expect(
      within(screen.getByRole('figure', { name })).getByText('Too little is recorded yet.'),
    ).toBeTruthy();
});

it('charts rain against need for a rain-fed parcel, without litres', async () => {
  const rainFed = { ...season, rainFed: true, waterLitres: 0, waterNeededLitres: 4_639_258 };
  stubResponses({ 'GET /land/p1/seasons': { body: [rainFed] } });
  renderApp(<SeasonsPanel id="p1" />);
  const rain = await screen.findByRole('figure', { name: 'Water from rain' });
  expect(within(rain).getByText('480 mm of rain, needed 560 mm')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/litres/);
});
