import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, signIn } from '../../test/render.tsx';
import { amina, wanjiru } from '../../test/server.ts';
import UserGuidePage from './user-guide-page.tsx';

it('is the guide of the own role in the own language, with its pictures', () => {
  signIn(wanjiru);
  renderApp(<UserGuidePage />, { language: 'sw' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mwongozo kwa maafisa');
  for (const picture of screen.getAllByRole<HTMLImageElement>('img')) {
    expect(picture.src).toContain('.sw.webp');
    expect(picture.alt).not.toBe('');
  }
});

it('has steps, and text in bold', () => {
  signIn(amina);
  renderApp(<UserGuidePage />);
  expect(screen.getByRole('heading', { name: '1. Add your land' })).toBeTruthy();
  expect(screen.getAllByText('Add New Land')[0]!.tagName).toBe('STRONG');
});

it('shows every picture that was taken', () => {
  const folder = join(import.meta.dirname, '../../../../docs/guide');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const shown = texts.flatMap((text) => [...text.matchAll(/pictures\/([\w.-]+)\)/g)].map(([, name]) => name));
  expect(shown.sort()).toEqual(readdirSync(join(folder, 'pictures')).sort());
});
