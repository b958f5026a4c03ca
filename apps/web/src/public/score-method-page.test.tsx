import { paths } from '@ardhi/contract/paths';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import AboutPage from './about-page.tsx';
import ScoreMethodPage from './score-method-page.tsx';

describe('How the score is computed', () => {
  it('has every section of the document, and links that lead to them', () => {
    renderApp(<ScoreMethodPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'How the score is computed' })).toBeTruthy();
    const contents = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    expect(contents).toHaveLength(10);
    const targets = [...document.querySelectorAll('main a, article a, nav a')]
      .map((link) => link.getAttribute('href')!)
      .filter((href) => href.startsWith('#'));
    expect(targets.filter((href) => !document.getElementById(href.slice(1)))).toEqual([]);
  });

  it('shows tables and formulas without Markdown', () => {
    renderApp(<ScoreMethodPage />);
    const row = screen.getByRole('row', { name: /^needs attention|21-40/ });
    expect(within(row).getByText('inahitaji kuangaliwa')).toBeTruthy();
    expect(screen.getByText('S = 0.7 S_use + 0.3 S_wp').tagName).toBe('CODE');
    const article = screen.getByRole('article');
    expect(article.textContent).not.toMatch(/<!--|\]\(|\*\*|\|---/);
    expect(screen.getByRole('link', { name: 'data sources' }).getAttribute('href')).toBe(paths.about);
  });

  it('loads the reference tables when they are opened', async () => {
    renderApp(<ScoreMethodPage />);
    expect(screen.queryByText('Trans Nzoia')).toBeNull();
    const details = document.querySelector<HTMLDetailsElement>('#tables')!;
    await act(async () => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    expect((await screen.findAllByText('Trans Nzoia')).length).toBeGreaterThan(2);
  });

  it('starts with a summary in Kiswahili', () => {
    renderApp(<ScoreMethodPage />, { language: 'sw' });
    expect(
      screen.getByRole('heading', { level: 2, name: 'Sehemu saba' }).closest('[lang]')!.getAttribute('lang'),
    ).toBe('sw');
    expect(
      screen.getByRole('heading', { level: 2, name: '5 Formulas' }).closest('[lang]')!.getAttribute('lang'),
    ).toBe('en');
  });
});

describe('About', () => {
  it('names source and licence of the tables, and links to the method', async () => {
    renderApp(<AboutPage />);
    const row = screen.getByRole('row', { name: /county-climate\.json/ });
    expect(within(row).getByText('CC BY-SA 4.0')).toBeTruthy();
    expect(screen.getByText(/Hijmans, R\.J\./)).toBeTruthy();
    const method = screen.getByRole('link', { name: 'How the score is computed' });
    expect(method.getAttribute('href')).toBe(paths.scoreMethod);
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'the method' }).getAttribute('href')).toBe(
      `${paths.scoreMethod}#10-versions`,
    );
  });
});
