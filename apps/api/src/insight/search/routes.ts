import { type SearchResults, type SubsidyKind, search } from '@ardhi/contract';
import { MAX_SEARCH_RESULTS } from '@ardhi/contract/limits';
import type { Db } from '../../lib/database/db.ts';
import { routesOf } from '../../lib/http/bind.ts';
import type { Area } from '../../lib/http/scope.ts';
import { phoneDigits, prefixQueries } from '../../lib/text/search-terms.ts';
import { listSubsidyIds } from '../../office/subsidies/list-query.ts';
import { type FarmerRow, listFarmers } from '../analytics/register-farmers.ts';
import { listParcels, type ParcelRow } from '../analytics/register-parcels.ts';
import { rowsByIds } from '../analytics/register-search.ts';
import {
  findByReference,
  findPolicies,
  findSimilarFarmers,
  readSubsidyResults,
  referencePrefix,
  type SubsidyResult,
} from './queries.ts';

/** The lists read one row more than a page has. */
const PAGE = { limit: MAX_SEARCH_RESULTS - 1, after: null };
const BY_NAME = 'name';

const NOTHING: SearchResults = { farmers: [], parcels: [], applications: [], programmes: [], policies: [] };

export const searchRoutes = routesOf(search, {
  'GET /government/search': async ({ scope, query, db }) => {
    const { q } = query;
    const phone = phoneDigits(q);
    if (phone !== null) return { ...NOTHING, farmers: await findFarmers(db, scope, phone) };
    const reference = referencePrefix(q);
    if (reference) return { ...NOTHING, ...(await findReferences(db, scope, reference)) };
    if (!prefixQueries(q).length) return NOTHING;
    const found = await findAll(db, scope, q);
    const isEmpty = Object.values(found).every((results) => results.length === 0);
    return isEmpty ? { ...NOTHING, farmers: await findSimilar(db, scope, q) } : found;
  },
});

async function findAll(db: Db, scope: Area, q: string): Promise<SearchResults> {
  const [farmers, parcels, applications, programmes, policies] = await Promise.all([
    findFarmers(db, scope, q),
    listParcels(db, scope, { q, sort: BY_NAME }, PAGE),
    findSubsidies(db, scope, q, 'application'),
    findSubsidies(db, scope, q, 'programme'),
    findPolicies(db, q),
  ]);
  return {
    farmers,
    parcels: parcels.map(presentParcel),
    applications: applications.map(presentApplication),
    programmes: programmes.map(presentProgramme),
    policies: policies.map(({ id, title, status }) => ({ _id: id, title, status })),
  };
}

/** Too few digits would match every farmer. */
const MIN_DIGITS = 3;

async function findFarmers(db: Db, scope: Area, q: string): Promise<SearchResults['farmers']> {
  if (q.length < MIN_DIGITS) return [];
  return (await listFarmers(db, scope, { q, sort: BY_NAME }, PAGE)).map(presentFarmer);
}

/** The rows are read within the scope once more, whatever was found. */
async function findSimilar(db: Db, scope: Area, q: string): Promise<SearchResults['farmers']> {
  const found = rowsByIds('users', await findSimilarFarmers(db, scope, q));
  return (await listFarmers(db, scope, { sort: BY_NAME }, PAGE, found)).map(presentFarmer);
}

async function findSubsidies(db: Db, scope: Area, q: string, kind: SubsidyKind): Promise<SubsidyResult[]> {
  const ids = await listSubsidyIds(db, scope, { q, kind }, PAGE);
  return ids.length ? readSubsidyResults(db, ids) : [];
}

async function findReferences(db: Db, scope: Area, prefix: string) {
  const rows = await readSubsidyResults(db, await findByReference(db, scope, prefix));
  const ofKind = (kind: SubsidyKind) => rows.filter((row) => row.kind === kind).slice(0, MAX_SEARCH_RESULTS);
  return {
    applications: ofKind('application').map(presentApplication),
    programmes: ofKind('programme').map(presentProgramme),
  };
}

const presentFarmer = ({ id, name, counties }: FarmerRow) => ({ _id: id, name, counties });

const presentParcel = ({ id, name, county, owner_id, owner_name }: ParcelRow) => ({
  _id: id,
  name,
  county,
  farmer: { _id: owner_id, name: owner_name },
});

const presentProgramme = ({ id, reference, name, status, county }: SubsidyResult) => ({
  _id: id,
  reference: reference ?? undefined,
  name,
  status,
  county,
});

const presentApplication = (row: SubsidyResult) => ({
  ...presentProgramme(row),
  applicant: { _id: row.owner_id, name: row.owner_name },
});
