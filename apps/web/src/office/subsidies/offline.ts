/** Offline support for applications: outbox screens and persisted reads. */
import type { JsonObject, Programme } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type OfflinePart, pageRead, responseRead } from '../../offline/persisted-reads.ts';
import type { CallScreens, TextTools } from '../../outbox/call-screens.ts';
import { subsidyKeys } from './keys.ts';

const amount = (row: JsonObject, { format }: TextTools) =>
  typeof row.amount === 'number' ? format.money(row.amount) : undefined;
const correction = { form: () => import('./correct-application.tsx') };

const screens = {
  'POST /subsidies': { amount, correction },
  'PUT /subsidies/{id}': {
    amount,
    values: {
      programmeId: (_, { t }) => t('sync.value.programme'),
      parcelIds: (ids, { t }) => t('sync.value.parcels', { count: Array.isArray(ids) ? ids.length : 0 }),
    },
    correction,
  },
  'DELETE /subsidies/{id}': { amount },
} satisfies CallScreens;

const MAX_PROGRAMMES = 10;

export const subsidyOffline = {
  screens,
  overview: () => [
    pageRead(subsidyKeys.mine, 'subsidies'),
    responseRead(subsidyKeys.totals, 'subsidies/totals'),
    pageRead(subsidyKeys.programmes, 'subsidies/programmes'),
  ],
  details: (client) =>
    cachedRows<Programme>(client, subsidyKeys.programmes)
      .slice(0, MAX_PROGRAMMES)
      .map(({ _id }) =>
        responseRead(subsidyKeys.eligibility(_id), `subsidies/programmes/${_id}/eligibility`),
      ),
} satisfies OfflinePart;
