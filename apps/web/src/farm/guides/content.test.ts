import { expect, test } from 'vitest';
import { GUIDE_SLUGS } from '../../lib/page/guide-slugs.ts';
import guides from '../../locales/en/guides.json' with { type: 'json' };
import { sectionsOf } from './content.ts';

test('every text of a section is in the catalogue, and every section of the catalogue in a guide', () => {
  const sections = GUIDE_SLUGS.flatMap(sectionsOf);
  const used = sections.flatMap(({ heading, text, points }) => [heading, text, ...points]);
  const inSections = Object.keys(guides).filter((key) => /^guides\.\w+\.\w+\.(text|\d+)$/.test(key));
  expect(used.filter((key) => !(key in guides))).toEqual([]);
  expect(inSections.filter((key) => !used.includes(key as (typeof used)[number]))).toEqual([]);
});
