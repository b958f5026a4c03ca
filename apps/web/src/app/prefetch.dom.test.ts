import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prefetchWhileTyping } from './prefetch.ts';

const FIRST = ['a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'f.js'];

beforeEach(() => {
  vi.useFakeTimers();
  document.head.innerHTML =
    '<script type="text/plain" data-dashboard="a.js b.js c.js d.js e.js f.js" data-parcels="g.js"></script>';
  document.body.innerHTML = '<a href="/">Home</a><input />';
});
afterEach(() => vi.useRealTimers());

const fetched = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) =>
    href.split('/').at(-1),
  );

it('prefetches the dashboard files in steps from the first focus until the page is left', async () => {
  const stop = prefetchWhileTyping();
  document.querySelector('a')?.focus();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched()).toEqual([]);
  document.querySelector('input')?.focus();
  await vi.advanceTimersByTimeAsync(30);
  expect(fetched()).toEqual(FIRST);
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched()).toEqual(FIRST);
});

it('starts at once if a field already has the focus', async () => {
  document.querySelector('input')?.focus();
  const stop = prefetchWhileTyping();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched()).toEqual([...FIRST, 'g.js']);
  stop();
});
