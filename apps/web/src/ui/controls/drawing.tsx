import type { Feature } from '@ardhi/contract/paths';
import { cx } from './cx.ts';
import drawings from './drawings.svg';

/** Symbols of drawings.svg: crops, inputs, machines and empty states, then line icons of the home page. */
export type DrawingName =
  | 'maize'
  | 'beans'
  | 'potato'
  | 'tea'
  | 'coffee'
  | 'tomato'
  | 'cabbage'
  | 'banana'
  | 'water'
  | 'fertilizer'
  | 'manure'
  | 'pesticide'
  | 'machine'
  | 'harvest'
  | 'empty-field'
  | 'message'
  | 'jerrycan'
  | 'money'
  | 'offline'
  | 'relief'
  | Feature;

/** A drawing in the theme's colours. Decorative: its word is always next to it. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg className={cx('drawing', className)} aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
