import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScoreBadge, scoreBand, scoreBucket } from './score.tsx';

it.each([
  [0, 'needsAttention', 1],
  [20, 'needsAttention', 1],
  [21, 'needsAttention', 2],
  [39.4, 'needsAttention', 2],
  [39.5, 'fair', 2],
  [41, 'fair', 3],
  [60, 'good', 3],
  [79, 'good', 4],
  [80, 'veryGood', 4],
  [81, 'veryGood', 5],
  [100, 'veryGood', 5],
])('%d is %s in colour %i', (score, band, bucket) => {
  expect(scoreBand(score)).toBe(band);
  expect(scoreBucket(score)).toBe(bucket);
});

it('shows a score as number and label, and a missing one as label only', () => {
  const { rerender } = render(<ScoreBadge score={66.6} />);
  expect(screen.getByText(/67%/).parentElement?.textContent).toBe('67% good');
  rerender(<ScoreBadge score={null} />);
  expect(screen.getByText('Not yet assessed')).toBeTruthy();
});
