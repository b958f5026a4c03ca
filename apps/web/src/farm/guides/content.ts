/** Sections of each guide, as message keys. */
import type { GuideSlug } from '../../lib/page/guide-slugs.ts';
import type { MessageKey } from '../../lib/text/i18n.tsx';

/** Number of points of each section. */
const POINTS: Record<GuideSlug, Record<string, number>> = {
  soil: { cover: 3, feed: 3, fit: 3 },
  water: { need: 3, how: 3, store: 3 },
  fertilizer: { balance: 3, bags: 3, use: 4 },
  rotation: { families: 4, legumes: 3, trees: 2 },
  records: { what: 4, confidence: 3, good: 3 },
  spraying: { first: 3, safe: 3, hazard: 3 },
  yield: { usual: 3, start: 3, season: 3 },
  score: { words: 3, parts: 2, raise: 3 },
};

/** Heading, text and points of a section have the keys `x`, `x.text`, `x.1`, `x.2`, … A test looks each one up. */
export const sectionsOf = (slug: GuideSlug) =>
  Object.entries(POINTS[slug]).map(([id, points]) => {
    const key = `guides.${slug}.${id}`;
    return {
      id,
      heading: key as MessageKey,
      text: `${key}.text` as MessageKey,
      points: Array.from({ length: points }, (_, index) => `${key}.${index + 1}` as MessageKey),
    };
  });
