import { describe, expect, it } from 'vitest';
import { showProgress } from './progress.ts';

function outputOf(isTTY: boolean): string {
  let output = '';
  const onProgress = showProgress({ isTTY, write: (text) => (output += text) });
  for (let farm = 0; farm <= 100; farm += 10) onProgress('farms', farm / 100);
  onProgress('totals', 0);
  onProgress('totals', 1);
  return output;
}

describe('progress of the demo', () => {
  it('is one line per part at a terminal, rewritten as it goes on', () => {
    const lines = outputOf(true).split('\n');
    expect(lines.map((line) => line.split('\r\x1b[K').at(-1))).toEqual([
      'Filling the demo, 1 of 3: farms 100%',
      'Filling the demo, 3 of 3: totals 100%',
      '',
    ]);
    expect(lines[0]).toContain('farms 10%\r');
  });

  it('is a plain line per quarter elsewhere', () => {
    const farms = [0, 25, 50, 75, 100].map((percent) => `Filling the demo, 1 of 3: farms ${percent}%`);
    const totals = [0, 100].map((percent) => `Filling the demo, 3 of 3: totals ${percent}%`);
    expect(outputOf(false)).toBe(`${[...farms, ...totals].join('\n')}\n`);
  });
});
