/** Report data; the `*-pdf.ts` files render it. */
import { COMPONENT_KEYS, WEIGHTS } from '@ardhi/agronomy';
import type { MonthlyReport, MonthlyUse, ParcelReport, SustainabilityReport } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import type { Db } from '../../lib/database/db.ts';
import { parsed, type WholeParcel } from '../land/columns.ts';
import { presentParcel } from '../land/present.ts';
import {
  listParcelMonths,
  listScoredParcels,
  monthTotals,
  type Period,
  type ScoredParcelRow,
  scoreAverages,
} from './queries.ts';

export interface Farmer {
  id: string;
  name: string;
  email: string;
}

const farmerOf = ({ name, email }: Farmer) => ({ name, email });

export function landReport(parcel: WholeParcel, user: Farmer): ParcelReport {
  return {
    reportDate: today(),
    land: {
      name: parcel.name,
      size: parcel.size_acres,
      soilType: parcel.soil_type,
      sustainabilityScore: parcel.score,
    },
    totalWaterUsed: parcel.water_litres,
    totalFertilizerUsed: parcel.fertilizer_kg,
    totalPesticideUsed: parcel.pesticide_kg,
    crops: parsed(parcel.crops),
    farmer: farmerOf(user),
  };
}

export async function monthlyReport(db: Db, user: Farmer, requestedMonth?: string): Promise<MonthlyReport> {
  const reportDate = today();
  const month = requestedMonth ?? reportDate.slice(0, 7);
  const period = daysOf(month, reportDate);
  const { landCount, totalSize, ...total } = await monthTotals(db, user.id, period);
  const before = await monthTotals(db, user.id, daysOf(monthBefore(month), reportDate));
  const parcels = await listParcelMonths(db, user.id, period);
  return {
    reportDate,
    month,
    ...period,
    farmer: farmerOf(user),
    landCount,
    totalSize,
    total,
    previousMonth: useOf(before),
    lands: parcels.map((parcel) => ({
      ...presentParcel(parcel),
      ...useOf(parcel),
      planted: parcel.planted,
      harvested: parcel.harvested,
    })),
  };
}

const useOf = (row: MonthlyUse): MonthlyUse => ({
  totalWaterUsed: row.totalWaterUsed,
  totalFertilizerUsed: row.totalFertilizerUsed,
  totalPesticideUsed: row.totalPesticideUsed,
  recordCount: row.recordCount,
  cropsPlanted: row.cropsPlanted,
  cropsHarvested: row.cropsHarvested,
});

/** Days of a month; the current month ends today. */
function daysOf(month: string, today: string): Period {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const last = `${month}-${String(lastDay).padStart(2, '0')}`;
  return { from: `${month}-01`, to: today.startsWith(month) ? today : last };
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

export async function sustainabilityReport(db: Db, user: Farmer): Promise<SustainabilityReport> {
  const reportDate = today();
  const averages = await scoreAverages(db, user.id);
  const parcels = await listScoredParcels(db, user.id, addDays(reportDate, -365));
  return {
    reportDate,
    farmer: farmerOf(user),
    ...averages,
    components: COMPONENT_KEYS.map((key) => ({ key, weight: WEIGHTS[key], ...meanComponent(parcels, key) })),
    lands: parcels.map((parcel) => ({
      ...presentParcel(parcel),
      yearChange: parcel.score_then === null ? null : parcel.score - parcel.score_then,
      components: COMPONENT_KEYS.map((key) => ({ key, score: componentScore(parcel, key) })),
      actions: parcel.result?.actions ?? [],
      nextEvidence: parcel.result?.nextEvidence ?? null,
    })),
  };
}

function componentScore(parcel: ScoredParcelRow, key: string): number | null {
  return parcel.result?.components.find((component) => component.key === key)?.score ?? null;
}

function meanComponent(parcels: ScoredParcelRow[], key: string) {
  const scores = parcels.flatMap((parcel) => componentScore(parcel, key) ?? []);
  const sum = scores.reduce((total, score) => total + score, 0);
  return { score: scores.length > 0 ? sum / scores.length : null, landCount: scores.length };
}
