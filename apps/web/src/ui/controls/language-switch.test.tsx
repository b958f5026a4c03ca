import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import * as messages from '../../lib/text/messages.ts';
import { LanguageSwitch } from './language-switch.tsx';

it('reports texts that could not be loaded, and switches when they load', async () => {
  const load = vi.spyOn(messages, 'loadMessages').mockRejectedValueOnce(new TypeError('no network'));
  renderApp(<LanguageSwitch />);
  const kiswahili = screen.getByRole('button', { name: /Kiswahili/ });
  await userEvent.click(kiswahili);
  expect((await screen.findByRole('alert')).textContent).toContain('Kiswahili could not be loaded');
  expect(document.documentElement.lang).not.toBe('sw');

  load.mockRestore();
  await userEvent.click(kiswahili);
  await expect.poll(() => kiswahili.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});
