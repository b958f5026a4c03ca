import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

function Saving({ onPress }: { onPress: () => void }) {
  const [busy, setBusy] = useState(false);
  const press = () => {
    onPress();
    setBusy(true);
  };
  return (
    <Button busy={busy} busyLabel="Saving..." onClick={press}>
      Save
    </Button>
  );
}

it('shows that it is busy, keeps the focus and ignores a second press', async () => {
  const onPress = vi.fn();
  render(<Saving onPress={onPress} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const busy = screen.getByRole('button', { name: 'Saving...' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(busy);
  await userEvent.click(busy);
  await userEvent.keyboard('{Enter} ');
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('does not submit a form while busy, not even by Enter in a field', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" busy busyLabel="Creating...">
        Create
      </Button>
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Njoro{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});
