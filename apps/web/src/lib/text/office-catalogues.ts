import { keyByFile } from './catalogues.ts';
import type { Messages } from './interpolate.ts';

/** Catalogues of officials' pages. Farmers do not load this list, which is a quarter of all catalogues. */
export const officeCatalogues = keyByFile(
  import.meta.glob<Messages>(
    '../../locales/*/{announcements,binders,board,cases,office,queue,reach,staff,system,templates}.json',
    { import: 'default' },
  ),
);
