import type { Messages } from './interpolate.ts';

/** All catalogues except the public ones, loaded lazily: the app's own, and the score texts of the generated documents. */
const files = import.meta.glob<Messages>(
  [
    '../../locales/*/*.json',
    '!../../locales/*/{app,auth,contact,features,home,ui}.json',
    '../../../../../packages/agronomy/locales/*/*.json',
  ],
  { import: 'default' },
);

/** Keyed by `language/domain.json`. */
export const catalogues = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.split('/').slice(-2).join('/'), load]),
);
