import type { TaskKind } from '@ardhi/agronomy';
import {
  Bug,
  Droplets,
  FlaskConical,
  type LucideIcon,
  OctagonX,
  Shovel,
  Sprout,
  Sun,
  Wheat,
} from 'lucide-react';

export const TASK_ICONS: Record<TaskKind, LucideIcon> = {
  plant: Sprout,
  'planting-fertilizer': FlaskConical,
  weed: Shovel,
  scout: Bug,
  'top-dress': FlaskConical,
  water: Droplets,
  'stop-spraying': OctagonX,
  harvest: Wheat,
  dry: Sun,
};
