import { type PostState, type StaffMember, staff } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { POST_ENDING_DAYS } from '@ardhi/contract/limits';
import type { Db } from '../../lib/database/db.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { readPage } from '../../lib/http/page.ts';
import { type Area, assertArea, countyOf } from '../../lib/http/scope.ts';
import { findLimits, setLimit } from './case-limits.ts';
import { listStaff, type StaffRow } from './queries.ts';

export const staffRoutes = routesOf(staff, {
  'GET /government/staff': ({ scope, query, db }) => {
    const { q, state, county, duty } = query;
    return readPage(
      query,
      ['name', 'id'],
      (page) => listStaff(db, scope, { ...page, q, state, county, duty }),
      presentStaff,
    );
  },

  'GET /government/case-limit': ({ scope, db }) => readLimit(db, scope),

  'PUT /government/case-limit': async ({ scope, body, db, audit }) => {
    const area = assertArea(scope);
    const before = await readLimit(db, area);
    const max = body.max ?? null;
    if (before.max !== max) {
      await setLimit(db, countyOf(area) ?? '', max);
      await audit({
        action: 'case.change-limit',
        entityId: null,
        before: { maxOpen: before.max },
        after: { county: countyOf(area), maxOpen: max },
      });
    }
    return readLimit(db, area);
  },
});

async function readLimit(db: Db, scope: Area) {
  const { national, county } = await findLimits(db, countyOf(scope));
  return { max: scope.kind === 'national' ? national : county, nationalMax: national };
}

function presentStaff(row: StaffRow): StaffMember {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    department: row.department,
    suspended: row.suspended,
    openCases: row.open_cases,
    posts: row.posts.map((post) => ({
      _id: post.id,
      county: post.place || null,
      duties: post.duties,
      from: post.from_day,
      until: post.until_day,
      endedAt: post.ended_at && new Date(post.ended_at).toISOString(),
      state: stateOf(post),
    })),
  };
}

function stateOf({ ended_at, from_day, until_day }: StaffRow['posts'][number]): PostState {
  const day = today();
  if (ended_at || (until_day && until_day < day)) return 'ended';
  if (from_day > day) return 'future';
  return until_day && until_day < addDays(day, POST_ENDING_DAYS) ? 'ending' : 'current';
}
