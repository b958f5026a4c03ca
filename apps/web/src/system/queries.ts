import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/http/api.ts';
import type { Language } from '../lib/text/i18n.tsx';

/** Never persisted on the device. The server writes the texts, so each language has its own entry. */
export const systemKeys = {
  all: ['system'],
  state: (language: Language) => ['system', language],
} as const;

export const systemQuery = (language: Language) =>
  queryOptions({
    queryKey: systemKeys.state(language),
    meta: { failed: 'system.failed' },
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /government/system', { signal }),
  });
