import { expect, it, vi } from 'vitest';
import { countRecord } from './install-offer.ts';

it('offers the home screen once, after the third record, where the browser can', () => {
  const prompt = vi.fn(async () => {});
  for (let record = 0; record < 4; record += 1) expect(countRecord()).toBeUndefined();
  localStorage.clear();
  window.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt });
  expect([countRecord(), countRecord()]).toEqual([undefined, undefined]);
  countRecord()?.();
  expect(prompt).toHaveBeenCalledOnce();
  expect(countRecord()).toBeUndefined();
  window.installPrompt = undefined;
});
