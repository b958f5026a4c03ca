import {
  Droplets,
  Gauge,
  Layers,
  type LucideIcon,
  NotebookPen,
  RefreshCw,
  SprayCan,
  Sprout,
  Wheat,
} from 'lucide-react';
import type { GuideSlug } from '../../lib/page/guide-slugs.ts';

export const GUIDE_ICONS: Record<GuideSlug, LucideIcon> = {
  score: Gauge,
  records: NotebookPen,
  soil: Layers,
  water: Droplets,
  fertilizer: Sprout,
  rotation: RefreshCw,
  yield: Wheat,
  spraying: SprayCan,
};
