import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pager, pagerItems } from './pager.tsx';

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 'gap', 9]],
  [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [9, 9, [1, 'gap', 8, 9]],
])('page %i of %i', (page, pages, items) => {
  expect(pagerItems(page, pages)).toEqual(items);
});

it('navigates to previous, next and numbered pages, and marks the current one', async () => {
  const onPage = vi.fn();
  render(<Pager page={2} pages={3} onPage={onPage} />);
  expect(screen.getByRole('button', { name: '2' }).getAttribute('aria-current')).toBe('page');
  await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await userEvent.click(screen.getByRole('button', { name: '3' }));
  await userEvent.click(screen.getByRole('button', { name: '2' }));
  expect(onPage.mock.calls).toEqual([[1], [3], [3]]);
});

it('renders nothing for a single page', () => {
  const { container } = render(<Pager page={1} pages={1} onPage={() => {}} />);
  expect(container.innerHTML).toBe('');
});
