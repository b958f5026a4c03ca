import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { OneTimeCode } from './one-time-code.tsx';

it('shows and copies several codes one per line', async () => {
  const user = userEvent.setup();
  renderApp(<OneTimeCode headline="Codes" code={['aaaa-bbbb', 'cccc-dddd']} note="Shown once." />);
  expect(screen.getByRole('code').textContent).toBe('aaaa-bbbb\ncccc-dddd');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('aaaa-bbbb\ncccc-dddd');
});
