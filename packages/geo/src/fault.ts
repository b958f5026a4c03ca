import type { Position } from './shape.ts';

/** Boundary validation errors. Each code has a text in the locale catalogues. */
export const BOUNDARY_FAULTS = [
  'not-a-polygon',
  'empty',
  'not-numbers',
  'too-many-points',
  'projected',
  'swapped',
  'outside',
  'not-closed',
  'too-few-corners',
  'too-small',
  'too-large',
  'crosses-itself',
  'rings-cross',
  'hole-outside',
  'parts-overlap',
] as const;
export type BoundaryFaultCode = (typeof BOUNDARY_FAULTS)[number];

export interface BoundaryFault {
  code: BoundaryFaultCode;
  /** Location of the fault, for a marker on the map. */
  position?: Position;
}

export class FaultError extends Error {
  readonly fault: BoundaryFault;

  constructor(fault: BoundaryFault) {
    super(fault.code);
    this.fault = fault;
  }
}
