import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster, toast } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('appears in an existing live region, closes by itself, and stays while hovered', () => {
  render(<Toaster />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => {
    toast.done('Parcel saved', { duration: 3000 });
  });
  expect(region.textContent).toContain('Parcel saved');
  const card = screen.getByText('Parcel saved');
  fireEvent.pointerEnter(card.parentElement as Element);
  act(() => vi.advanceTimersByTime(10_000));
  expect(region.textContent).toContain('Parcel saved');
  fireEvent.pointerLeave(card.parentElement as Element);
  act(() => vi.advanceTimersByTime(3000));
  expect(region.textContent).toBe('');
});

it('runs its action and closes', () => {
  const undo = vi.fn();
  render(<Toaster />);
  act(() => {
    toast.done('Parcel deleted', { action: { label: 'Undo', onAction: undo } });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Parcel deleted')).toBeNull();
});
