import type { BoundaryFault, BoundaryFaultCode, CheckedBoundary } from '@ardhi/geo';

/** Labels for the faults, which are the same as on the server. */
export const FAULT_LABELS = {
  'not-a-polygon': 'map.fault.not-a-polygon',
  empty: 'map.fault.empty',
  'not-numbers': 'map.fault.not-numbers',
  'too-many-points': 'map.fault.too-many-points',
  projected: 'map.fault.projected',
  swapped: 'map.fault.swapped',
  outside: 'map.fault.outside',
  'not-closed': 'map.fault.not-closed',
  'too-few-corners': 'map.fault.too-few-corners',
  'too-small': 'map.fault.too-small',
  'too-large': 'map.fault.too-large',
  'crosses-itself': 'map.fault.crosses-itself',
  'rings-cross': 'map.fault.rings-cross',
  'hole-outside': 'map.fault.hole-outside',
  'parts-overlap': 'map.fault.parts-overlap',
} as const satisfies Record<BoundaryFaultCode, string>;

export const faultOf = (checked: CheckedBoundary): BoundaryFault | null =>
  'fault' in checked ? checked.fault : null;
