/** The officials' registers of farmers and parcels. */
import * as z from 'zod';
import { id, optional, paging, timestamp } from '../base/fields.ts';
import { MAX_KIND_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { BoundaryGeometry } from '../farm/boundaries.ts';
import { Parcel, ParcelDetail, SoilType } from '../farm/land.ts';
import { ParcelScore, Region, ScoreBand, ScoreSummary } from '../farm/land-score.ts';
import { CaseApplication } from '../office/cases.ts';
import { RegionFilter, ScoreBucketKey } from './analytics.ts';

const count = z.number().int();

export const RegisteredFarmer = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  location: z.string().nullable(),
  farmSize: z.number().nullable(),
  /** Registered parcels: number, total acres, counties and regions. */
  lands: count,
  area: z.number(),
  counties: z.array(z.string()),
  regions: z.array(Region),
  createdAt: timestamp,
});
export type RegisteredFarmer = z.infer<typeof RegisteredFarmer>;

const owner = z.object({ _id: id, name: z.string(), email: z.string() });

export const RegisteredParcel = z.object({
  _id: id,
  name: z.string(),
  size: z.number(),
  location: Parcel.shape.location,
  soilType: SoilType,
  sustainabilityScore: count,
  score: ScoreSummary,
  county: z.string().nullable(),
  region: Region.nullable(),
  cropCount: count,
  hasRecords: z.boolean(),
  hasHarvest: z.boolean(),
  farmer: owner,
  createdAt: timestamp,
});
export type RegisteredParcel = z.infer<typeof RegisteredParcel>;

export const OpenedParcel = ParcelDetail.extend({
  farmer: owner.extend({ phoneNumber: z.string().nullable() }),
  explanation: ParcelScore,
  /** Simplified if it has many vertices; null without a boundary. */
  outline: BoundaryGeometry.nullable(),
  /** Applications that name this parcel, newest first. */
  applications: z.array(CaseApplication),
});
export type OpenedParcel = z.infer<typeof OpenedParcel>;

export const ParcelView = z.object({
  _id: z.string(),
  viewedAt: timestamp,
  /** Empty for a deleted account. */
  official: z.string(),
  department: z.string().nullable(),
});
export type ParcelView = z.infer<typeof ParcelView>;

const search = optional(z.string().trim().max(MAX_NAME_LENGTH));
const county = optional(z.string().max(MAX_KIND_LENGTH));

/** Without `largest`: farmers have no size to sort by. */
export const FarmerOrder = z.enum(['newest', 'oldest', 'name']);
export const RegisterOrder = z.enum(['newest', 'oldest', 'name', 'largest']);
export type RegisterOrder = z.infer<typeof RegisterOrder>;

const farmerFilters = {
  /** Word prefixes of the name or email address, or a phone number. */
  q: search,
  region: optional(RegionFilter),
  county,
  /** Only farmers with equipment that is not retired. */
  machines: optional(z.enum(['yes'])),
  /** Newest first by default. */
  sort: optional(FarmerOrder),
};

const parcelFilters = {
  /** Word prefixes of the parcel's name, its address or its farmer's name. */
  q: search,
  region: optional(RegionFilter),
  county,
  soilType: optional(SoilType),
  bucket: optional(ScoreBucketKey),
  /** `initial`: not yet assessed. */
  band: optional(ScoreBand),
  farmerId: optional(id),
  /** Whether confidence suffices to compare the score; `unplaced`: only parcels without a known county. */
  compared: optional(z.enum(['yes', 'no'])),
  unplaced: optional(z.enum(['yes'])),
  /** Parcels with an overdue harvest (`no-harvest`), or with an open overlap. */
  work: optional(z.enum(['no-harvest', 'overlaps'])),
  sort: optional(RegisterOrder),
};

export const registers = contract({
  'GET /government/farmers': {
    summary: 'The register of farmers',
    access: 'government',
    reads: 'replica',
    auditAction: 'farmer.search',
    limit: 'search',
    query: z.object({ ...farmerFilters, ...paging }),
    response: z.array(RegisteredFarmer),
    paged: true,
  },
  'GET /government/farmers.csv': {
    summary: 'The register of farmers as CSV, with its filters',
    access: 'government',
    reads: 'replica',
    auditAction: 'farmer.export',
    limit: 'export',
    confirmed: true,
    query: z.object(farmerFilters),
    produces: 'text/csv',
  },
  'GET /government/lands': {
    summary: 'The register of land parcels',
    access: 'government',
    reads: 'replica',
    auditAction: 'land.search',
    limit: 'search',
    query: z.object({ ...parcelFilters, ...paging }),
    response: z.array(RegisteredParcel),
    paged: true,
  },
  'GET /government/lands.csv': {
    summary: 'The register of land parcels as CSV, with its filters',
    access: 'government',
    reads: 'replica',
    auditAction: 'land.export',
    limit: 'export',
    confirmed: true,
    query: z.object(parcelFilters),
    produces: 'text/csv',
  },
  'GET /government/lands.geojson': {
    summary:
      'The register of land parcels as GeoJSON, with its filters, without data of their farmers. Parcels without a boundary have no geometry',
    access: 'government',
    reads: 'replica',
    auditAction: 'land.export',
    limit: 'export',
    confirmed: true,
    query: z.object(parcelFilters),
    produces: 'application/geo+json',
  },
  'GET /government/lands/{id}': {
    summary: 'A farmer’s parcel; that it was opened, by whom and when is shown to the farmer',
    access: 'government',
    transaction: 'own',
    response: OpenedParcel,
  },
  'GET /government/waiting-applications': {
    summary: 'Overdue applications, longest overdue first',
    access: 'government',
    reads: 'replica',
    query: z.object({ county, ...paging }),
    response: z.array(
      z.object({
        _id: id,
        name: z.string(),
        amount: z.number(),
        farmer: z.string(),
        farmerId: id,
        counties: z.array(z.string()),
        createdAt: timestamp,
        /** Working days without those with the farmer. */
        age: z.number().int(),
      }),
    ),
    paged: true,
  },
  'GET /land/{id}/views': {
    summary: 'Which officials opened the own parcel, latest first',
    access: 'farmer',
    query: z.object(paging),
    response: z.array(ParcelView),
    paged: true,
  },
});
