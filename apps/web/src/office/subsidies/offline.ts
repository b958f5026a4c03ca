/** Offline support for applications: queueable calls, their display in the outbox, and persisted queries. */
import type { Programme } from '@ardhi/contract';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type OfflinePart, pageRead, responseRead } from '../../offline/persisted-reads.ts';
import type { ScreensOf, TextTools } from '../../outbox/call-screens.ts';
import type { Fields } from '../../outbox/entry.ts';
import type { calls } from './calls.ts';
import { subsidyKeys } from './keys.ts';

const amount = (row: Fields, { format }: TextTools) =>
  typeof row.amount === 'number' ? format.money(row.amount) : undefined;
const correction = { form: () => import('./correct-application.tsx') };

const screens = {
  'POST /subsidies': { label: 'outbox.subsidy.apply', amount, correction },
  'PUT /subsidies/{id}': {
    label: 'outbox.subsidy.edit',
    amount,
    fields: {
      name: 'subsidies.name',
      description: 'subsidies.description',
      amount: 'subsidies.amount',
      programmeId: { label: 'outbox.field.programme', value: (_, { t }) => t('outbox.value.programme') },
      parcelIds: {
        label: 'outbox.field.parcels',
        value: (ids, { t }) => t('outbox.value.parcels', { count: (ids as string[]).length }),
      },
    },
    correction,
  },
  'DELETE /subsidies/{id}': { label: 'outbox.subsidy.withdraw', amount },
} satisfies ScreensOf<typeof calls>;

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
