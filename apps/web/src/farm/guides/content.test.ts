import { expect, test } from 'vitest';
import guides from '../../locales/en/guides.json' with { type: 'json' };
import { GUIDE_SECTIONS } from './content.ts';

test('every text of a section is in the catalogue, and every section of the catalogue in a guide', () => {
  const used = Object.values(GUIDE_SECTIONS)
    .flat()
    .flatMap(({ heading, text, points }) => [heading, text, ...points]);
  const inSections = Object.keys(guides).filter((key) => /^guides\.\w+\.\w+\.(text|\d+)$/.test(key));
  expect(used.filter((key) => !(key in guides))).toEqual([]);
  expect(inSections.filter((key) => !used.includes(key as (typeof used)[number]))).toEqual([]);
});
