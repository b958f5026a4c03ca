import type { SoilType } from '@ardhi/contract';
import type { MessageKey } from '../../../lib/text/i18n.tsx';

/** In the order of the specification. A record, so that a soil type without a label fails the type check. */
export const SOIL_LABELS: Record<SoilType, MessageKey> = {
  clay: 'land.field.soilType.clay',
  sandy: 'land.field.soilType.sandy',
  silty: 'land.field.soilType.silty',
  peaty: 'land.field.soilType.peaty',
  chalky: 'land.field.soilType.chalky',
  loamy: 'land.field.soilType.loamy',
};

export const SOIL_TYPES = Object.keys(SOIL_LABELS) as SoilType[];
export const DEFAULT_SOIL: SoilType = 'loamy';
