import type { StoredSetting } from '@ardhi/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { useUser } from '../../lib/session/session.tsx';

export const accountKeys = {
  sessions: ['session', 'list'],
  reminders: ['reminder'],
  push: ['push'],
  invitations: ['invitation'],
  gisTokens: ['gis-token'],
  officials: ['official'],
  /** Has the `session` prefix, so that session changes refetch it. */
  ownPosts: ['session', 'posts'],
  posts: ['post', 'area'],
  secondFactors: ['second-factor'],
  /** Has the prefix of `officials`: a new manager may let this official leave. */
  deletion: ['official', 'deletion'],
  /** Has the kind of the change event after a setting was switched. */
  settings: ['settings'],
} as const;

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  meta: { failed: 'account.sessions.failed' },
  queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
});

export const remindersQuery = queryOptions({
  queryKey: accountKeys.reminders,
  queryFn: ({ signal }) => call('GET /reminders/settings', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: accountKeys.invitations,
  meta: { failed: 'account.invitations.failed' },
  queryFn: ({ signal }) => call('GET /government/invitations', { signal }),
});

export const gisTokensQuery = queryOptions({
  queryKey: accountKeys.gisTokens,
  meta: { failed: 'account.gis.failed' },
  queryFn: ({ signal }) => call('GET /government/gis-tokens', { signal }),
});

export const officialsQuery = queryOptions({
  queryKey: accountKeys.officials,
  meta: { failed: 'account.officials.failed' },
  queryFn: ({ signal }) => call('GET /government/officials', { query: {}, signal }),
});

export const ownPostsQuery = queryOptions({
  queryKey: accountKeys.ownPosts,
  meta: { failed: 'account.posts.failed' },
  queryFn: ({ signal }) => call('GET /government/posts/own', { signal }),
});

export const secondFactorsQuery = queryOptions({
  queryKey: accountKeys.secondFactors,
  queryFn: ({ signal }) => call('GET /auth/second-factors', { signal }),
});

/** Never from the cache: the official's last act may have been a moment ago. */
export const deletionQuery = queryOptions({
  queryKey: accountKeys.deletion,
  meta: { failed: 'account.delete.unknown' },
  staleTime: 0,
  queryFn: ({ signal }) => call('GET /auth/account', { signal }),
});

const settingsQuery = queryOptions({
  queryKey: accountKeys.settings,
  queryFn: ({ signal }) => call('GET /government/settings', { signal }),
});

/** Settings of release 0.2 that still apply; only national managers can switch them. */
export function useStoredSettings(): readonly StoredSetting[] {
  const { manage, post } = useUser();
  return useQuery({ ...settingsQuery, enabled: manage === true && !post?.county }).data ?? [];
}
