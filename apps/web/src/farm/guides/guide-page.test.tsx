import { paths } from '@ardhi/contract/paths';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { GUIDE_SLUGS } from '../../lib/page/guide-slugs.ts';
import type { Language } from '../../lib/text/i18n.tsx';
import GuidePage from './guide-page.tsx';

const open = (slug: string, language: Language = 'en') =>
  renderApp(
    <Routes>
      <Route path={paths.guide(':slug')} element={<GuidePage />} />
    </Routes>,
    { path: paths.guide(slug), language },
  );

describe('a guide', () => {
  it.each(GUIDE_SLUGS)('%s has lists of steps, and links to all other guides', (slug) => {
    open(slug);
    const article = screen.getByRole('article');
    expect(within(article).getByRole('heading', { level: 1 }).textContent).not.toContain('guides.');
    for (const list of within(article).getAllByRole('list'))
      expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(1);
    const others = screen.getByRole('region', { name: 'Other guides' });
    const links = within(others).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      GUIDE_SLUGS.filter((other) => other !== slug).map((other) => paths.guide(other)),
    );
  });

  it('is available in Kiswahili', () => {
    open('soil', 'sw');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Udongo: ufunike na uulishe');
    expect(screen.getByRole('link', { name: 'Miongozo yote' })).toBeTruthy();
  });

  it('that does not exist links back to the list', () => {
    open('dragons');
    expect(screen.getByText('Guide not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All guides' }).getAttribute('href')).toBe(paths.guides);
  });
});
