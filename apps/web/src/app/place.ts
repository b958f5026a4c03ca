/** A place of the side navigation: a page, or a part of one. */
import type { LucideIcon } from 'lucide-react';
import { matchPath } from 'react-router';
import type { MessageKey } from '../lib/text/i18n.tsx';

export interface Place {
  to: string;
  icon: LucideIcon;
  label: MessageKey;
  /** Addresses that belong to this place, if others than its own and those below it. */
  within?: readonly string[];
}

export interface PlaceGroup {
  heading?: MessageKey;
  places: readonly Place[];
}

const pathOf = (address: string) => address.replace(/[?#].*/, '');

export function currentOf({ to, within }: Place, pathname: string): 'page' | 'true' | undefined {
  const isCurrent = (within ?? [pathOf(to)]).some((path) => matchPath({ path, end: false }, pathname));
  if (!isCurrent) return undefined;
  return pathname === pathOf(to) ? 'page' : 'true';
}
