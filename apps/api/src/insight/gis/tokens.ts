/** Officials make, list and revoke tokens for map programs. */
import { type GisToken, gisTokens } from '@ardhi/contract';
import { MAX_GIS_TOKENS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import { listFactors } from '../../accounts/second-factors/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newId, newSecret } from '../../lib/database/id.ts';
import { firstRow, rowsOf } from '../../lib/database/rows.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { countyOf } from '../../lib/http/scope.ts';
import { problem } from '../../lib/text/problem.ts';

const VALID_DAYS = 90;

interface TokenRow {
  id: string;
  name: string;
  county: string | null;
  max_rows: number;
  rows_today: number;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

export const listTokens = (db: Db, userId: string) =>
  rowsOf<TokenRow>(db)`
    select gis_tokens.id, name, nullif(posts.place, '') as county, max_rows,
      case when counted_on = nairobi_date(now()) then rows_read else 0 end as rows_today,
      created_at, expires_at, last_used_at
    from gis_tokens left join posts on posts.id = gis_tokens.post_id
    where user_id = ${userId} and expires_at > now()
    order by created_at, gis_tokens.id`;

const presentToken = (row: TokenRow): GisToken => ({
  _id: row.id,
  name: row.name,
  county: row.county,
  maxRows: row.max_rows,
  rowsToday: row.rows_today,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

export const gisTokenRoutes = routesOf(gisTokens, {
  'GET /government/gis-tokens': async ({ user, db }) => (await listTokens(db, user.id)).map(presentToken),

  'POST /government/gis-tokens': async ({ user, scope, body, db, audit }) => {
    // With a second factor, the confirmation of this session was made with it.
    if ((await listFactors(db, user.id)).length === 0) throw problem('gis-factor-needed');
    // Locked, so that two calls at once do not exceed the limit.
    await sql`select from users where id = ${user.id} for no key update`.execute(db);
    await sql`delete from gis_tokens where user_id = ${user.id} and expires_at <= now()`.execute(db);
    const count = (await listTokens(db, user.id)).length;
    if (count >= MAX_GIS_TOKENS) throw problem('gis-tokens-many', { values: { maximum: MAX_GIS_TOKENS } });
    const token = `gis_${newSecret()}`;
    const row = await firstRow<Omit<TokenRow, 'county'>>(db)`
      insert into gis_tokens (id, user_id, name, token_hash, post_id, max_rows, expires_at)
      values (${newId()}, ${user.id}, ${body.name}, ${hashSecret(token)}, ${scope.postId}, ${body.maxRows},
        now() + make_interval(days => ${VALID_DAYS}))
      returning id, name, max_rows, 0 as rows_today, created_at, expires_at, last_used_at`;
    const { name, maxRows } = body;
    const county = countyOf(scope);
    await audit({ action: 'gis.create-token', entityId: row!.id, after: { name, maxRows, county } });
    return { ...presentToken({ ...row!, county }), token };
  },

  'DELETE /government/gis-tokens/{id}': async ({ user, params, db, audit, t }) => {
    const revoked = await firstRow<{ name: string }>(db)`
      delete from gis_tokens where id = ${params.id} and user_id = ${user.id} returning name`;
    if (!revoked) throw problem('not-found');
    await audit({ action: 'gis.revoke-token', entityId: params.id, before: { name: revoked.name } });
    return { message: t('done.deleted') };
  },
});

/** Counts rows against the token's limit of the day. False if they exceed it: then nothing is counted. */
export async function countRows(db: Db, tokenId: string, rows: number): Promise<boolean> {
  const counted = await firstRow(db)`
    update gis_tokens set last_used_at = now(), counted_on = nairobi_date(now()),
      rows_read = ${rows} + case when counted_on = nairobi_date(now()) then rows_read else 0 end
    where id = ${tokenId}
      and ${rows} + case when counted_on = nairobi_date(now()) then rows_read else 0 end <= max_rows
    returning id`;
  return counted !== undefined;
}

export async function rowsLeft(db: Db, tokenId: string): Promise<number> {
  const row = await firstRow<{ left: number }>(db)`
    select max_rows - case when counted_on = nairobi_date(now()) then rows_read else 0 end as left
    from gis_tokens where id = ${tokenId}`;
  return row?.left ?? 0;
}
