import { Bug, Droplets, FlaskConical, type LucideIcon, Sprout } from 'lucide-react';
import type { RecordKind } from './kinds.ts';

/** Ears of wheat stand for the harvest. */
export const RECORD_ICONS: Record<RecordKind, LucideIcon> = {
  crops: Sprout,
  water: Droplets,
  fertilizer: FlaskConical,
  pesticides: Bug,
};
