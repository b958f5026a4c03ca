import type { Messages } from './interpolate.ts';

/** All catalogues, loaded lazily: the app's own, and the score texts shared with the generated documents. */
const files = import.meta.glob<Messages>(
  ['../../locales/*/*.json', '../../../../../packages/agronomy/locales/*/*.json'],
  { import: 'default' },
);

/** Keyed by `language/domain.json`. */
export const catalogues = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.split('/').slice(-2).join('/'), load]),
);
