import type { OwnPost, Post } from '@ardhi/contract';
import type { OwnPostRow, PostRow } from './queries.ts';

export function presentOwnPost(row: OwnPostRow): OwnPost {
  return {
    _id: row.id,
    county: row.place || null,
    duties: row.duties,
    from: row.from_day,
    until: row.until_day,
  };
}

export function presentPost(row: PostRow): Post {
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
