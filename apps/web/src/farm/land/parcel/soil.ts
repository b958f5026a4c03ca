import type { SoilType } from '@ardhi/contract';
import type { MessageKey } from '../../../lib/text/i18n.tsx';

/** In the order of the specification. A record, so that a soil type without a label fails the type check. */
export const SOIL_LABELS: Record<SoilType, MessageKey> = {
  clay: 'land.soil.clay',
  sandy: 'land.soil.sandy',
  silty: 'land.soil.silty',
  peaty: 'land.soil.peaty',
  chalky: 'land.soil.chalky',
  loamy: 'land.soil.loamy',
};

export const SOIL_TYPES = Object.keys(SOIL_LABELS) as SoilType[];
export const DEFAULT_SOIL: SoilType = 'loamy';
