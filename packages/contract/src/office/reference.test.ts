import { expect, it } from 'vitest';
import { readReference } from './reference.ts';

const VALID = '2026-32-KTRVWP';

it('accepts a reference number in any case and grouping', () => {
  for (const typed of [VALID, VALID.toLowerCase(), '2026 32 ktr vwp', ' 202632KTRVWP ', '2026.32.KTRVWP'])
    expect(readReference(typed)).toBe(VALID);
});

it('detects every single wrong character and every two swapped ones', () => {
  const code = VALID.replaceAll('-', '');
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const put = (index: number, character: string) => code.slice(0, index) + character + code.slice(index + 1);
  for (let index = 0; index < code.length; index += 1) {
    for (const character of characters)
      if (character !== code[index]) expect(readReference(put(index, character))).toBeNull();
    for (let other = index + 1; other < code.length; other += 1) {
      if (code[index] === code[other]) continue;
      const swapped = [...code];
      [swapped[index], swapped[other]] = [swapped[other]!, swapped[index]!];
      expect(readReference(swapped.join(''))).toBeNull();
    }
  }
});

it.each(['', '2026', 'KTRVWM', '2026-32-KTRVW', '0712345678', `${VALID}B`])('rejects %j', (typed) => {
  expect(readReference(typed)).toBeNull();
});
