/** URL slugs of the guides, and the guide for each recommended action. */
import type { ActionKey } from '@ardhi/agronomy';

export const GUIDE_SLUGS = [
  'score',
  'records',
  'soil',
  'water',
  'fertilizer',
  'rotation',
  'yield',
  'spraying',
] as const;
export type GuideSlug = (typeof GUIDE_SLUGS)[number];

export const GUIDE_OF_ACTION: Record<ActionKey, GuideSlug> = {
  'irrigate-to-requirement': 'water',
  'less-mineral-nitrogen': 'fertilizer',
  'return-nutrients': 'fertilizer',
  'organic-matter': 'soil',
  'cover-soil': 'soil',
  diversify: 'rotation',
  'yield-gap': 'yield',
  'safer-spraying': 'spraying',
};
