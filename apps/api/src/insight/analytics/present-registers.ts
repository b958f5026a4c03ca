import type { ParcelView, RegisteredFarmer, RegisteredParcel, Report } from '@ardhi/contract';
import type { FarmerRow } from './register-farmers.ts';
import type { ParcelRow } from './register-parcels.ts';
import type { listReports } from './reports.ts';
import type { listViews } from './views.ts';

export function presentFarmer(row: FarmerRow): RegisteredFarmer {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    location: row.location,
    farmSize: row.farm_size_acres,
    lands: row.lands,
    area: row.area,
    counties: row.counties,
    regions: row.regions,
    createdAt: row.created_at,
  };
}

export function presentRegistered(row: ParcelRow): RegisteredParcel {
  return {
    _id: row.id,
    name: row.name,
    size: row.size_acres,
    location: { address: row.address },
    soilType: row.soil_type,
    sustainabilityScore: row.score,
    score: { confidence: row.confidence, status: row.score_status, band: row.score_band },
    county: row.county,
    region: row.region,
    cropCount: row.crop_count,
    hasRecords: row.has_records,
    hasHarvest: row.has_harvest,
    farmer: { _id: row.owner_id, name: row.owner_name, email: row.owner_email },
    createdAt: row.created_at,
  };
}

export function presentReport(row: Awaited<ReturnType<typeof listReports>>[number]): Report {
  return {
    _id: row.id,
    fileType: row.format as Report['fileType'],
    period: row.period as Report['period'],
    region: row.region as Report['region'],
    fileName: row.file_name,
    size: row.size,
    madeBy: row.made_by,
    createdAt: row.created_at,
  };
}

export function presentView(row: Awaited<ReturnType<typeof listViews>>[number]): ParcelView {
  return {
    _id: String(row.id),
    viewedAt: row.viewed_at,
    official: row.name,
    department: row.department,
  };
}
