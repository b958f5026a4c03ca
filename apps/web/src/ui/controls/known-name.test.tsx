import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { KnownName, useKnownNames, useReadersWords } from './known-name.tsx';

function InOneWord({ names }: { names: readonly string[] }) {
  return <p>{names.map(useReadersWords('crop')).join(', ')}</p>;
}

function Listed({ names }: { names: readonly string[] }) {
  return <p>{names.map(useKnownNames('crop')).join(', ')}</p>;
}

it.each([
  ['sw', 'Maize', 'Maize (Mahindi)'],
  ['en', 'Mahindi', 'Mahindi (Maize)'],
] as const)('the %s reader of "%s" reads "%s"', async (language, typed, shown) => {
  const { container } = renderApp(<KnownName typed={typed} kind="crop" />, { language });
  expect(container.textContent).toBe(typed);
  await screen.findByTitle(shown);
  expect(container.textContent).toBe(shown);
});

it('a known name gets no other word in its own language, and an unknown one none at all', async () => {
  renderApp(<Listed names={['Maize', 'Mahindi', 'Mchicha']} />);
  await screen.findByText('Maize, Mahindi (Maize), Mchicha');
});

it('short lists name a known crop in the reader’s word alone', async () => {
  renderApp(<InOneWord names={['Beans', 'Mahindi', 'Mchicha']} />, { language: 'sw' });
  await screen.findByText('Maharagwe, Mahindi, Mchicha');
});
