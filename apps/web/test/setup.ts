/** Every test starts signed out, in English, with all catalogues loaded. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setCurrentLanguage } from '../src/lib/text/language.ts';
import type { Domain } from '../src/lib/text/message-keys.ts';
import { addMessages } from '../src/lib/text/messages.ts';

// jsdom does not paint.
vi.mock('../src/lib/page/after-paint.ts', () => ({ afterPaint: async () => {} }));

// jsdom does not support the `search` element, and React warns about each one.
const { createElement } = Document.prototype;
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const element = createElement.call(document, name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
};

// jsdom has no layout: every element has the width of a small chart, for ever.
globalThis.ResizeObserver ??= class {
  readonly notify: ResizeObserverCallback;
  constructor(notify: ResizeObserverCallback) {
    this.notify = notify;
  }
  observe() {
    this.notify([{ contentRect: { width: 640 } } as ResizeObserverEntry], this);
  }
  unobserve() {}
  disconnect() {}
};

// Many files run in parallel on two cores; slow moments must not fail tests.
configure({ asyncUtilTimeout: 60_000 });

const catalogues = import.meta.glob<Record<string, string>>(
  ['../src/locales/*/*.json', '../../../packages/agronomy/locales/*/*.json'],
  {
    eager: true,
    import: 'default',
  },
);
for (const [path, messages] of Object.entries(catalogues)) {
  const [, language, domain] = /locales\/(en|sw)\/([\w-]+)\.json$/.exec(path) ?? [];
  addMessages(domain as Domain, language as 'en' | 'sw', messages);
}

beforeEach(() => {
  setCurrentLanguage('en');
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  // Files share one page: a stopped clock would outlast its file.
  vi.useRealTimers();
});
