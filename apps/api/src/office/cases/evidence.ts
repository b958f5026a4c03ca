/** Collects the evidence an official needs for a decision, per application or per farmer. */
import {
  type BoundaryGeometry,
  type CaseApplication,
  type CaseParcel,
  type Evidence,
  type FarmerFile,
  landScoreOf,
  type ScoreComponent,
} from '@ardhi/contract';
import { toGeometry } from '@ardhi/geo';
import { listShapes } from '../../farm/boundaries/queries.ts';
import { findParcelRow } from '../../farm/land/queries.ts';
import { loadExplanation } from '../../farm/land/score.ts';
import type { Db } from '../../lib/database/db.ts';
import type { Scope, Viewer } from '../../lib/http/scope.ts';
import { fromCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { type CaseFacts, differencesOf } from './differences.ts';
import {
  type CaseApplicationRow,
  type CaseParcelRow,
  findFarmer,
  listApplicationParcels,
  listConversation,
  listFarmerApplications,
  listFarmerParcels,
  sumFarmerLand,
} from './queries.ts';

interface Asked extends NonNullable<CaseFacts['asked']> {
  applicationId: string;
  farmerId: string;
}

/** Returns null for a deleted account. */
export async function applicationEvidence(db: Db, viewer: Viewer, asked: Asked): Promise<Evidence | null> {
  const farmer = await findFarmer(db, asked.farmerId);
  if (!farmer) return null;
  const parcels = await listApplicationParcels(db, viewer.scope, asked.applicationId, farmer.id);
  return gather(db, viewer, farmer, parcels, asked);
}

export async function farmerFile(db: Db, viewer: Viewer, farmerId: string): Promise<FarmerFile> {
  const farmer = orNotFound(await findFarmer(db, farmerId));
  const parcels = await listFarmerParcels(db, viewer.scope, farmer.id);
  const evidence = await gather(db, viewer, farmer, parcels);
  // A county official gets 404 for a farmer with neither land nor an application in the county.
  if (viewer.scope.kind === 'county' && !evidence.parcels.length && !evidence.applications.length)
    throw problem('not-found');
  return {
    _id: farmer.id,
    name: farmer.name,
    email: farmer.email,
    phoneNumber: farmer.phone_number,
    location: farmer.location,
    farmSize: farmer.farm_size_acres,
    registeredAt: farmer.created_at,
    ...evidence,
  };
}

/** For a parcel's page: its outline, and the applications that name it. */
export async function parcelEvidence(
  db: Db,
  scope: Scope,
  parcel: { id: string; owner_id: string },
): Promise<{ outline: BoundaryGeometry | null; applications: CaseApplication[] }> {
  const [bounded] = await listShapes(db, [parcel.id]);
  const applications = await listFarmerApplications(db, scope, parcel.owner_id, { naming: parcel.id });
  return {
    outline: bounded ? toGeometry(bounded.shape) : null,
    applications: applications.map(presentCaseApplication),
  };
}

type Farmer = NonNullable<Awaited<ReturnType<typeof findFarmer>>>;

async function gather(
  db: Db,
  viewer: Viewer,
  farmer: Farmer,
  parcels: CaseParcelRow[],
  asked?: Asked,
): Promise<Evidence> {
  const others = await listFarmerApplications(db, viewer.scope, farmer.id, {
    except: asked?.applicationId,
  });
  const messages = await listConversation(db, viewer.id, farmer.id);
  const registered = await sumFarmerLand(db, viewer.scope, farmer.id);
  return {
    parcels: await Promise.all(parcels.map(async (row) => presentParcel(row, await scoreOf(db, row)))),
    registered,
    applications: others.map(presentCaseApplication),
    differences: differencesOf({
      farmSizeAcres: farmer.farm_size_acres,
      registeredAcres: registered.acres,
      parcels,
      others,
      asked,
    }),
    conversation: messages.map((row) => ({
      _id: row.id,
      threadId: row.thread_id,
      subject: row.subject,
      content: row.content,
      own: row.sender_id === viewer.id,
      createdAt: row.created_at,
    })),
  };
}

/** Bulk-loaded parcels have no stored explanation; it is computed on first read. */
async function scoreOf(db: Db, { id, score, score_result }: CaseParcelRow): Promise<ScoreComponent[]> {
  if (score === null) return [];
  const result = score_result ?? (await loadExplanation(db, (await findParcelRow(db, id))!));
  return landScoreOf(id, result, []).components;
}

function presentParcel(row: CaseParcelRow, components: ScoreComponent[]): CaseParcel {
  const { coordinates, boundary_area_m2: area, centre_lat: lat, centre_lon: lon } = row;
  return {
    _id: row.id,
    name: row.name,
    size: row.size_acres,
    county: row.county,
    score: row.score,
    confidence: row.confidence,
    components,
    records: {
      crops: row.crop_count,
      water: row.water_count,
      fertilizer: row.fertilizer_count,
      pesticides: row.pesticide_count,
    },
    boundary:
      coordinates && area !== null && lat !== null && lon !== null
        ? { geometry: toGeometry(coordinates), centre: { lat, lon }, areaSquareMetres: area }
        : null,
    openOverlaps: row.open_overlaps,
  };
}

function presentCaseApplication(row: CaseApplicationRow): CaseApplication {
  return {
    _id: row.id,
    name: row.name,
    amount: fromCents(row.amount_cents),
    status: row.status,
    reason: row.reason,
    programmeId: row.programme_id,
    programmeName: row.programme_name,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
  };
}
