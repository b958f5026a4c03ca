import type { Messages } from './interpolate.ts';

/**
 * Catalogues, loaded lazily: the app's own except the public ones and those of officials' pages, and the score texts of the
 * generated documents.
 */
const files = import.meta.glob<Messages>(
  [
    '../../locales/*/*.json',
    '!../../locales/*/{app,auth,contact,features,home,ui}.json',
    '!../../locales/*/{announcements,binders,board,cases,office,queue,reach,staff,system,templates}.json',
    '../../../../../packages/agronomy/locales/*/*.json',
  ],
  { import: 'default' },
);

/** Keyed by `language/domain.json`. */
export const keyByFile = <T>(modules: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(modules).map(([path, load]) => [path.split('/').slice(-2).join('/'), load]),
  );

export const catalogues = keyByFile(files);
