import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScoreBadge } from './score.tsx';

it.each([
  [0, '0% poor', 'bg-score-1'],
  [20.4, '20% poor', 'bg-score-1'],
  [20.5, '21% needs attention', 'bg-score-2'],
  [40, '40% needs attention', 'bg-score-2'],
  [41, '41% fair', 'bg-score-3'],
  [60, '60% fair', 'bg-score-3'],
  [61, '61% good', 'bg-score-4'],
  [80, '80% good', 'bg-score-4'],
  [81, '81% very good', 'bg-score-5'],
  [100, '100% very good', 'bg-score-5'],
  [null, 'Not yet assessed', 'bg-score-0'],
])('%s is shown as "%s" in the colour %s', (score, text, colour) => {
  const { container } = render(<ScoreBadge score={score} />);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('.mark')?.classList).toContain(colour);
  if (score === null) expect(screen.queryByText(/%/)).toBeNull();
});
