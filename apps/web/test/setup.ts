/** Every test starts signed out, in English, with all catalogues at hand. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setCurrentLanguage } from '../src/lib/text/language.ts';
import type { Domain } from '../src/lib/text/message-keys.ts';
import { addMessages } from '../src/lib/text/messages.ts';

// Nothing is painted here, and nothing has to wait for it.
vi.mock('../src/lib/page/after-paint.ts', () => ({ afterPaint: async () => {} }));

// jsdom does not know the element yet, and React says so of each.
const { createElement } = Document.prototype;
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const made = createElement.call(document, name, options);
  if (name === 'search') Object.defineProperty(made, Symbol.toStringTag, { value: 'HTMLElement' });
  return made;
};

// Two cores run many files at once; a slow moment is not a failure.
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

afterEach(cleanup);
