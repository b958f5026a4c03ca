import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitation'],
  queryFn: ({ signal }) => call('GET /government/invitations', { signal }),
});
