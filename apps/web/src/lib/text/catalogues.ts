import type { Messages } from './interpolate.ts';

/** Every catalogue, to be loaded when a page needs it: our own, and the score's, which the documents say too. */
const files = import.meta.glob<Messages>(
  ['../../locales/*/*.json', '../../../../../packages/agronomy/locales/*/*.json'],
  { import: 'default' },
);

/** By `language/domain.json`. */
export const catalogues = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.split('/').slice(-2).join('/'), load]),
);
