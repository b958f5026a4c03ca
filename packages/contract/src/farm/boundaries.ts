/** Parcel boundaries and overlaps between farmers. WGS 84 degrees, longitude first; areas in square metres. */
import * as z from 'zod';
import {
  Done,
  id,
  optional,
  paging,
  Removal,
  revision,
  text,
  timestamp,
  wholeNumber,
} from '../base/fields.ts';
import {
  MAX_CONTENT_LENGTH,
  MAX_KIND_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OVERLAP_NOTE_LENGTH,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { Region } from './land-score.ts';

/** Coordinates are checked by `@ardhi/geo` in one pass: a schema per position is too much for 10,000 vertices. */
export const BoundaryGeometry = z
  .object({ type: z.enum(['Polygon', 'MultiPolygon']), coordinates: z.array(z.any()) })
  .meta({ description: 'A GeoJSON Polygon or MultiPolygon, rings closed, at most 10,000 corners in all' });
export type BoundaryGeometry = z.infer<typeof BoundaryGeometry>;

export const BOUNDARY_SOURCES = ['drawn', 'walked', 'imported'] as const;
export const BoundarySource = z.enum(BOUNDARY_SOURCES);
export type BoundarySource = z.infer<typeof BoundarySource>;

export const OVERLAP_STATUSES = ['open', 'settled'] as const;
export const OverlapStatus = z.enum(OVERLAP_STATUSES);
export type OverlapStatus = z.infer<typeof OverlapStatus>;

/** A position inside a parcel. */
export const ParcelCentre = z.object({ lat: z.number(), lon: z.number() });
export type ParcelCentre = z.infer<typeof ParcelCentre>;

export const BoundarySummary = z.object({
  areaSquareMetres: z.number(),
  centre: ParcelCentre,
  /** Independent of the parcel's revision: each counts only its own changes. */
  revision,
});
export type BoundarySummary = z.infer<typeof BoundarySummary>;

export const BoundaryInput = z.object({
  geometry: BoundaryGeometry,
  source: optional(BoundarySource),
  /** The boundary revision that the change is based on; 0 if there was no boundary. */
  revision: optional(wholeNumber(0, 2_000_000_000)),
});
export type BoundaryInput = z.input<typeof BoundaryInput>;

const SIDES = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
  'middle',
] as const;
export const Side = z.enum(SIDES);
export type Side = z.infer<typeof Side>;

/** Consent to draw the strip. `offered`: only the caller has agreed; `asked`: only the neighbour has. */
export const StripConsent = z.enum(['hidden', 'offered', 'asked', 'shown']);
export type StripConsent = z.infer<typeof StripConsent>;

/** An area inside the boundaries of two farmers. Contains no data about the other farmer. */
export const Overlap = z.object({
  _id: id,
  /** The caller's parcel. */
  landId: id,
  /** Rounded to 100, 200, 500, 1,000 … until the strip is shown: exact areas would measure the neighbour's land. */
  areaSquareMetres: z.number(),
  /** The side of the caller's parcel. */
  side: Side,
  /** Lines on the caller's own boundary, in eighths of it; empty if the strip is away from the edge. */
  stretch: z.array(z.array(z.array(z.number()))),
  strip: StripConsent,
  /** The strip; null until both farmers or an official have agreed to show it. */
  geometry: BoundaryGeometry.nullable(),
  status: OverlapStatus,
  /** The official's note from settling it. */
  note: z.string().nullable(),
  /** The conversation about it; null until one of the farmers starts it. */
  threadId: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Overlap = z.infer<typeof Overlap>;

const boundaryFields = {
  landId: id,
  geometry: BoundaryGeometry,
  source: BoundarySource,
  updatedAt: timestamp,
};

export const Boundary = BoundarySummary.extend({
  ...boundaryFields,
  overlaps: z.array(Overlap),
  /** Time from which overlaps of this boundary are listed, after many saves in a day; set whether or not there are any. */
  overlapsFrom: timestamp.nullable(),
});
export type Boundary = z.infer<typeof Boundary>;

/** List item: boundaries with many vertices are simplified. */
export const ListedBoundary = BoundarySummary.extend({ ...boundaryFields, simplified: z.boolean() });
export type ListedBoundary = z.infer<typeof ListedBoundary>;

const Party = z.object({
  landId: id,
  landName: z.string(),
  county: z.string().nullable(),
  farmerId: id,
  farmerName: z.string(),
  /** Simplified if it has many vertices. */
  outline: BoundaryGeometry,
});

/** The officials' view, with both parcels and their farmers. */
export const OfficialOverlap = Overlap.omit({
  landId: true,
  threadId: true,
  side: true,
  stretch: true,
  strip: true,
}).extend({
  geometry: BoundaryGeometry,
  /** Whether both farmers see the strip. */
  stripShown: z.boolean(),
  parties: z.array(Party),
  settledBy: z.string().nullable(),
  settledAt: timestamp.nullable(),
  revision,
});
export type OfficialOverlap = z.infer<typeof OfficialOverlap>;

export const OverlapDecision = z
  .object({
    status: OverlapStatus,
    note: optional(text(MAX_OVERLAP_NOTE_LENGTH)),
    /** Shows the strip to both farmers, or only after their own agreement. Absent: unchanged. */
    showStrip: optional(z.boolean()),
    revision: optional(wholeNumber(1, 2_000_000_000)),
  })
  .refine(({ status, note }) => status !== 'settled' || note !== undefined, {
    path: ['note'],
    error: 'issue.required',
  });
export type OverlapDecision = z.input<typeof OverlapDecision>;

export const OverlapMessage = z.object({
  _id: optional(id),
  subject: text(MAX_NAME_LENGTH),
  content: text(MAX_CONTENT_LENGTH),
});
export type OverlapMessage = z.input<typeof OverlapMessage>;

export const boundaries = contract({
  'GET /land/boundaries': {
    summary: 'The boundaries of the own parcels, in the order of the parcels',
    access: 'farmer',
    query: z.object(paging),
    response: z.array(ListedBoundary),
    paged: true,
  },
  'GET /land/{id}/boundary': { summary: 'The boundary of a parcel', access: 'farmer', response: Boundary },
  'PUT /land/{id}/boundary': {
    summary:
      'Set the boundary of a parcel; one that overlaps another farmer’s is saved and flagged to both. Refused is one that contains three or more of others’ parcels, overlaps more than ten, or is over five times a stated size of at least 0.1 acre',
    access: 'farmer',
    limit: 'boundary',
    body: BoundaryInput,
    response: Boundary,
    queueable: true,
  },
  'DELETE /land/{id}/boundary': {
    summary: 'Remove the boundary of a parcel',
    access: 'farmer',
    body: Removal,
    response: Done,
    queueable: true,
  },
  'GET /boundaries/overlaps': {
    summary: 'Where the own parcels overlap those of other farmers, newest first',
    access: 'farmer',
    query: z.object({ status: optional(OverlapStatus), ...paging }),
    response: z.array(Overlap),
    paged: true,
  },
  'POST /boundaries/overlaps/{id}/message': {
    summary:
      'Write to the other farmer about an overlap, in the conversation that belongs to it; neither sees the other’s name there until both agree',
    access: 'farmer',
    body: OverlapMessage,
    response: z.object({ threadId: id }),
    status: 201,
  },
  'PUT /boundaries/overlaps/{id}/strip': {
    summary:
      'Agree that both farmers see the strip of an overlap, or take it back. It is drawn once both have agreed',
    access: 'farmer',
    body: z.object({ agreed: z.boolean() }),
    response: z.object({ strip: StripConsent }),
  },
  'GET /government/overlaps': {
    summary: 'Overlaps of boundaries, newest first',
    access: 'government',
    reads: 'replica',
    query: z.object({
      status: optional(OverlapStatus),
      county: optional(z.string().max(MAX_KIND_LENGTH)),
      region: optional(Region),
      /** Filters by one parcel, or by all parcels of a farmer. */
      landId: optional(id),
      farmerId: optional(id),
      ...paging,
    }),
    response: z.array(OfficialOverlap),
    paged: true,
  },
  'PUT /government/overlaps/{id}': {
    summary:
      'Mark an overlap as settled, with a note that both farmers read, or open it again; show the strip to both farmers',
    access: 'government',
    duty: 'decide',
    body: OverlapDecision,
    response: OfficialOverlap,
  },
});
