import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Menu } from './menu.tsx';

it('opens, navigates and closes by keyboard, and restores the focus', async () => {
  const onDelete = vi.fn();
  render(
    <Menu
      label="More"
      items={[
        { key: 'edit', label: 'Edit' },
        { key: 'delete', label: 'Delete', onSelect: onDelete },
      ]}
    />,
  );
  const trigger = screen.getByRole('button', { name: 'More' });
  trigger.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Edit');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
  expect(document.activeElement).toBe(trigger);
  await userEvent.keyboard('{Enter}d{Enter}');
  expect(onDelete).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(trigger);
});

it('closes on a click outside', async () => {
  render(
    <>
      <Menu label="More" items={[{ key: 'edit', label: 'Edit' }]} />
      <p>Elsewhere</p>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByText('Elsewhere'));
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull();
});
