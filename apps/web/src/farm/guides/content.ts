/** Sections of each guide, as message keys. */
import type { GuideSlug } from '../../lib/page/guide-slugs.ts';
import type { MessageKey } from '../../lib/text/i18n.tsx';

/** Heading, text and points of a section have the keys `x`, `x.text`, `x.1`, `x.2`, … */
const section = (heading: MessageKey, points: number) => ({
  id: heading.split('.')[2]!,
  heading,
  text: `${heading}.text` as MessageKey,
  points: Array.from({ length: points }, (_, index) => `${heading}.${index + 1}` as MessageKey),
});

export const GUIDE_SECTIONS: Record<GuideSlug, readonly ReturnType<typeof section>[]> = {
  soil: [section('guides.soil.cover', 3), section('guides.soil.feed', 3), section('guides.soil.fit', 3)],
  water: [section('guides.water.need', 3), section('guides.water.how', 3), section('guides.water.store', 3)],
  fertilizer: [
    section('guides.fertilizer.balance', 3),
    section('guides.fertilizer.bags', 3),
    section('guides.fertilizer.use', 4),
  ],
  rotation: [
    section('guides.rotation.families', 4),
    section('guides.rotation.legumes', 3),
    section('guides.rotation.trees', 2),
  ],
  records: [
    section('guides.records.what', 4),
    section('guides.records.confidence', 3),
    section('guides.records.good', 3),
  ],
  spraying: [
    section('guides.spraying.first', 3),
    section('guides.spraying.safe', 3),
    section('guides.spraying.hazard', 3),
  ],
  yield: [
    section('guides.yield.usual', 3),
    section('guides.yield.start', 3),
    section('guides.yield.season', 3),
  ],
  score: [
    section('guides.score.words', 3),
    section('guides.score.parts', 2),
    section('guides.score.raise', 3),
  ],
};
