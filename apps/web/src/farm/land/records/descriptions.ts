import { crops } from './crop.tsx';
import { fertilizer } from './fertilizer.tsx';
import type { RecordDescription, RecordKind } from './kinds.ts';
import { pesticides } from './pesticide.tsx';
import { water } from './water.tsx';

export const descriptions: { [K in RecordKind]: RecordDescription<K> } = {
  crops,
  water,
  fertilizer,
  pesticides,
};
