/** Offices as recipients: whose they are, who works for them, and what a message to them may be about. */

import { COUNTIES } from '@ardhi/agronomy';
import type { AboutKind, Correspondent } from '@ardhi/contract';
import { NATIONAL_OFFICE, officeId } from '@ardhi/contract/offices';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, rowsOf } from '../../lib/database/rows.ts';
import { hasDuty, type Scope } from '../../lib/http/scope.ts';
import type { Translate } from '../../lib/text/i18n.ts';

const PLACES: readonly string[] = [NATIONAL_OFFICE, ...COUNTIES.map(({ name }) => name)];
const placesById = new Map(PLACES.map((place) => [officeId(place), place]));

/** undefined: no office has this id. */
export const placeOf = (id: string): string | undefined => placesById.get(id.toLowerCase());

export function presentOffice(place: string, t: Translate): Correspondent {
  const name = place === NATIONAL_OFFICE ? t('office.national') : t('office.county', { county: place });
  return { _id: officeId(place), name, role: 'government', deleted: false };
}

/** Counties of the farmer's land, the one with the most acres first; the national office without any. */
export async function listOwnOffices(db: Db, farmerId: string): Promise<string[]> {
  const rows = await rowsOf<{ county: string }>(db)`
    select county from parcels where owner_id = ${farmerId} and deleted_at is null and county is not null
    group by county order by sum(size_acres) desc, county`;
  return rows.length > 0 ? rows.map(({ county }) => county) : [NATIONAL_OFFICE];
}

/** The national office is everybody's: a message may be queued before the farmer's first parcel. */
export const isOwnOffice = async (db: Db, farmerId: string, place: string): Promise<boolean> =>
  place === NATIONAL_OFFICE || (await listOwnOffices(db, farmerId)).includes(place);

/**
 * SQL query of the places whose messages an official answers: the county of the current post; for national officials
 * the national office, and counties where no one has a post today.
 */
export function placesOf(scope: Scope | null): RawBuilder<unknown> {
  if (!scope || scope.kind === 'none' || !hasDuty(scope, 'view'))
    return sql`select null::text as place where false`;
  if (scope.kind === 'county') return sql`select ${scope.county}::text as place`;
  return sql`
    select place from unnest(${PLACES}::text[]) as places (place)
    where place = ${NATIONAL_OFFICE}
      or not exists (
        select from current_posts join users on users.id = official_id
        where current_posts.place = places.place and 'view' = any (duties) and suspended_at is null)`;
}

/** Whether the official answers messages to this office. */
export async function worksFor(db: Db, scope: Scope | null, place: string): Promise<boolean> {
  if (!scope) return false;
  const row = await firstRow<{ place: string }>(db)`
    select place from (${placesOf(scope)}) as own where place = ${place}`;
  return row !== undefined;
}

export interface About {
  kind: AboutKind;
  _id: string;
}

const OWN: Record<AboutKind, (id: string, farmerId: string) => RawBuilder<unknown>> = {
  parcel: (id, farmerId) =>
    sql`select county from parcels where id = ${id} and owner_id = ${farmerId} and deleted_at is null`,
  crop: (id, farmerId) =>
    sql`select parcels.county from crops join parcels on parcels.id = crops.parcel_id
      where crops.id = ${id} and owner_id = ${farmerId} and deleted_at is null`,
  application: (id, farmerId) =>
    sql`select county from subsidies where id = ${id} and owner_id = ${farmerId} and kind = 'application'`,
};

/** The office whose officials may open this row of the farmer; undefined if it is not the farmer's. */
export async function officeOf(db: Db, farmerId: string, { kind, _id }: About): Promise<string | undefined> {
  const row = await firstRow<{ county: string | null }>(db)`${OWN[kind](_id, farmerId)}`;
  return row && (row.county ?? NATIONAL_OFFICE);
}
