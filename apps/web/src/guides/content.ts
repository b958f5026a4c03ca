/** Which guides there are and what each says, as keys of the catalogue. Plain data: a page draws it. */

import type { GuideSlug } from '../lib/guide-slugs.ts';
import type { MessageKey } from '../lib/i18n.tsx';

export interface GuideSection {
  id: string;
  heading: MessageKey;
  text: MessageKey;
  points: readonly MessageKey[];
}

export const GUIDE_SECTIONS: Record<GuideSlug, readonly GuideSection[]> = {
  soil: [
    {
      id: 'cover',
      heading: 'guides.soil.cover',
      text: 'guides.soil.cover.text',
      points: ['guides.soil.cover.1', 'guides.soil.cover.2', 'guides.soil.cover.3'],
    },
    {
      id: 'feed',
      heading: 'guides.soil.feed',
      text: 'guides.soil.feed.text',
      points: ['guides.soil.feed.1', 'guides.soil.feed.2', 'guides.soil.feed.3'],
    },
    {
      id: 'fit',
      heading: 'guides.soil.fit',
      text: 'guides.soil.fit.text',
      points: ['guides.soil.fit.1', 'guides.soil.fit.2', 'guides.soil.fit.3'],
    },
  ],
  water: [
    {
      id: 'need',
      heading: 'guides.water.need',
      text: 'guides.water.need.text',
      points: ['guides.water.need.1', 'guides.water.need.2', 'guides.water.need.3'],
    },
    {
      id: 'how',
      heading: 'guides.water.how',
      text: 'guides.water.how.text',
      points: ['guides.water.how.1', 'guides.water.how.2', 'guides.water.how.3'],
    },
    {
      id: 'store',
      heading: 'guides.water.store',
      text: 'guides.water.store.text',
      points: ['guides.water.store.1', 'guides.water.store.2', 'guides.water.store.3'],
    },
  ],
  fertilizer: [
    {
      id: 'balance',
      heading: 'guides.fertilizer.balance',
      text: 'guides.fertilizer.balance.text',
      points: ['guides.fertilizer.balance.1', 'guides.fertilizer.balance.2', 'guides.fertilizer.balance.3'],
    },
    {
      id: 'bags',
      heading: 'guides.fertilizer.bags',
      text: 'guides.fertilizer.bags.text',
      points: ['guides.fertilizer.bags.1', 'guides.fertilizer.bags.2', 'guides.fertilizer.bags.3'],
    },
    {
      id: 'use',
      heading: 'guides.fertilizer.use',
      text: 'guides.fertilizer.use.text',
      points: [
        'guides.fertilizer.use.1',
        'guides.fertilizer.use.2',
        'guides.fertilizer.use.3',
        'guides.fertilizer.use.4',
      ],
    },
  ],
  rotation: [
    {
      id: 'families',
      heading: 'guides.rotation.families',
      text: 'guides.rotation.families.text',
      points: [
        'guides.rotation.families.1',
        'guides.rotation.families.2',
        'guides.rotation.families.3',
        'guides.rotation.families.4',
      ],
    },
    {
      id: 'legumes',
      heading: 'guides.rotation.legumes',
      text: 'guides.rotation.legumes.text',
      points: ['guides.rotation.legumes.1', 'guides.rotation.legumes.2', 'guides.rotation.legumes.3'],
    },
    {
      id: 'trees',
      heading: 'guides.rotation.trees',
      text: 'guides.rotation.trees.text',
      points: ['guides.rotation.trees.1', 'guides.rotation.trees.2'],
    },
  ],
  records: [
    {
      id: 'what',
      heading: 'guides.records.what',
      text: 'guides.records.what.text',
      points: [
        'guides.records.what.1',
        'guides.records.what.2',
        'guides.records.what.3',
        'guides.records.what.4',
      ],
    },
    {
      id: 'confidence',
      heading: 'guides.records.confidence',
      text: 'guides.records.confidence.text',
      points: ['guides.records.confidence.1', 'guides.records.confidence.2', 'guides.records.confidence.3'],
    },
    {
      id: 'good',
      heading: 'guides.records.good',
      text: 'guides.records.good.text',
      points: ['guides.records.good.1', 'guides.records.good.2', 'guides.records.good.3'],
    },
  ],
  spraying: [
    {
      id: 'first',
      heading: 'guides.spraying.first',
      text: 'guides.spraying.first.text',
      points: ['guides.spraying.first.1', 'guides.spraying.first.2', 'guides.spraying.first.3'],
    },
    {
      id: 'safe',
      heading: 'guides.spraying.safe',
      text: 'guides.spraying.safe.text',
      points: ['guides.spraying.safe.1', 'guides.spraying.safe.2', 'guides.spraying.safe.3'],
    },
    {
      id: 'hazard',
      heading: 'guides.spraying.hazard',
      text: 'guides.spraying.hazard.text',
      points: ['guides.spraying.hazard.1', 'guides.spraying.hazard.2', 'guides.spraying.hazard.3'],
    },
  ],
  yield: [
    {
      id: 'usual',
      heading: 'guides.yield.usual',
      text: 'guides.yield.usual.text',
      points: ['guides.yield.usual.1', 'guides.yield.usual.2', 'guides.yield.usual.3'],
    },
    {
      id: 'start',
      heading: 'guides.yield.start',
      text: 'guides.yield.start.text',
      points: ['guides.yield.start.1', 'guides.yield.start.2', 'guides.yield.start.3'],
    },
    {
      id: 'season',
      heading: 'guides.yield.season',
      text: 'guides.yield.season.text',
      points: ['guides.yield.season.1', 'guides.yield.season.2', 'guides.yield.season.3'],
    },
  ],
  score: [
    {
      id: 'words',
      heading: 'guides.score.words',
      text: 'guides.score.words.text',
      points: ['guides.score.words.1', 'guides.score.words.2', 'guides.score.words.3'],
    },
    {
      id: 'parts',
      heading: 'guides.score.parts',
      text: 'guides.score.parts.text',
      points: ['guides.score.parts.1', 'guides.score.parts.2'],
    },
    {
      id: 'raise',
      heading: 'guides.score.raise',
      text: 'guides.score.raise.text',
      points: ['guides.score.raise.1', 'guides.score.raise.2', 'guides.score.raise.3'],
    },
  ],
};
