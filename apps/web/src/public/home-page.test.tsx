import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import HomePage from './home-page.tsx';

it('names its purpose, its users, the organisation and the country', () => {
  renderApp(<HomePage />, { config: { operator: 'Nakuru County, Kenya' } });
  expect(screen.getByText('Land management for farmers and government · Nakuru County, Kenya')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'For farmers' })).toBeTruthy();
  expect(screen.getByText('Works without a network.')).toBeTruthy();
});

it.each(['en', 'sw'] as const)(
  'shows the screen in the language %s without shifting the page',
  (language) => {
    renderApp(<HomePage />, { language });
    const pictures = screen.getAllByRole<HTMLImageElement>('img');
    expect(pictures.map(({ src }) => src.match(/phone\.(\w+\.\w+)/)?.[1])).toEqual([
      `${language}.light`,
      `${language}.dark`,
    ]);
    for (const picture of pictures) {
      expect(picture.getAttribute('loading')).toBe('lazy');
      expect([picture.width, picture.height]).toEqual([360, 620]);
    }
  },
);
