import { Bug, Droplets, FlaskConical, type LucideIcon, Sprout } from 'lucide-react';
import type { RecordKind } from './kinds.ts';

/** Crops do not use `Wheat`, which is the icon of the harvest. */
export const RECORD_ICONS: Record<RecordKind, LucideIcon> = {
  crops: Sprout,
  water: Droplets,
  fertilizer: FlaskConical,
  pesticides: Bug,
};
