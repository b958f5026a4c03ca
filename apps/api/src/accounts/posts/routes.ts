import { type OwnPost, type Post, posts } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { readPage } from '../../lib/http/page.ts';
import { managedArea } from '../../lib/http/scope.ts';
import { fromCents, toCents } from '../../lib/text/money.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { lockManagers } from '../users/managers.ts';
import { findUserByEmail, updateUser } from '../users/queries.ts';
import { findLimits, grantedLimits, sumMonths } from './limits.ts';
import {
  findPost,
  hasNationalPost,
  listOwnPosts,
  listPosts,
  lockPost,
  type OwnPostRow,
  type PostRow,
} from './queries.ts';
import { assignPost, endPost, knownCounty } from './service.ts';

export const postRoutes = routesOf(posts, {
  'GET /government/posts/own': async ({ user, db, env }) => {
    const rows = await listOwnPosts(db, user.id);
    const limits = (await findLimits(db, env, [user.id])).get(user.id);
    const approvedCents = (await sumMonths(db, [user.id])).get(user.id) ?? 0;
    return {
      working: rows[0]?.id ?? null,
      posts: rows.map(presentOwnPost),
      limits: limits
        ? {
            alone: shillings(limits.aloneCents),
            month: shillings(limits.monthCents),
            approvedThisMonth: fromCents(approvedCents),
          }
        : null,
    };
  },

  'PUT /government/posts/own': async (context) => {
    const { user, body, db, audit } = context;
    const own = await listOwnPosts(db, user.id);
    const chosen = own.find(({ id }) => id === body.postId);
    if (!chosen) throw problem('not-found');
    if (chosen !== own[0]) {
      await updateUser(db, user.id, { post_id: chosen.id });
      await audit({
        action: 'post.switch',
        entityId: chosen.id,
        before: { county: own[0]!.place || null },
        after: { county: chosen.place || null },
      });
      context.emit({ user: user.id }, 'session');
    }
    return presentOwnPost(chosen);
  },

  'GET /government/posts': async ({ scope, query, db }) => {
    const { county } = query;
    const area = managedArea(scope);
    return readPage(
      query,
      ['given_at', 'id'],
      (page) => listPosts(db, area, { ...page, county }),
      presentPost,
    );
  },

  'POST /government/posts': async (context) => {
    const { user, body, db, env } = context;
    const area = managedArea(context.scope);
    const county = body.county === undefined ? null : knownCounty(body.county);
    if (county === undefined) throw fieldProblem('county', 'issue.unknown-county');
    if (area.kind === 'county' && county !== area.county)
      throw fieldProblem('county', 'issue.outside-area', { county: area.county });
    const official = await findUserByEmail(db, body.email);
    if (official?.role !== 'government')
      throw fieldProblem('email', 'issue.unknown-official', undefined, 'not-found');
    if (official.id === user.id) throw fieldProblem('email', 'issue.own-account');
    // Unless jurisdiction is strict, an official who never had a post works nationally. A county post would take that
    // away, or let a county choose what an official with a national post sees.
    const isUnposted = !official.office?.posted && env.jurisdiction !== 'strict';
    if (area.kind === 'county' && (isUnposted || (await hasNationalPost(db, official.id))))
      throw fieldProblem('email', 'issue.national-official');
    const id = await assignPost(context, {
      officialId: official.id,
      county,
      duties: [...new Set(body.duties)],
      from: body.from,
      until: body.until,
      limits: await grantedLimits(db, env, user.id, {
        limitCents: cents(body.limit),
        monthLimitCents: cents(body.monthLimit),
      }),
    });
    return presentPost((await findPost(db, area, id))!);
  },

  'PUT /government/posts/{id}/end': async (context) => {
    const { user, params, db } = context;
    const area = managedArea(context.scope);
    await lockManagers(db);
    const post = await lockPost(db, area, params.id);
    if (!post) throw problem('not-found');
    // Managers cannot end their own post: they could not get it back.
    if (post.official_id === user.id) throw problem('own-post');
    if (post.ended_at === null) await endPost(context, post);
    return presentPost((await findPost(db, area, post.id))!);
  },
});

const cents = (amount: number | undefined) => (amount === undefined ? null : toCents(amount));
const shillings = (amountCents: number | null) => (amountCents === null ? null : fromCents(amountCents));

function presentOwnPost(row: OwnPostRow): OwnPost {
  return {
    _id: row.id,
    county: row.place || null,
    duties: row.duties,
    from: row.from_day,
    until: row.until_day,
    limit: shillings(row.limit_cents),
    monthLimit: shillings(row.month_limit_cents),
  };
}

function presentPost(row: PostRow): Post {
  return {
    ...presentOwnPost(row),
    official: {
      _id: row.official_id,
      name: row.official_name,
      email: row.official_deleted_at === null ? row.official_email : '',
    },
    givenBy: row.given_by_name,
    givenAt: row.given_at,
    endedAt: row.ended_at,
    current: row.is_current,
  };
}
