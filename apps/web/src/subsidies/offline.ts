/** Applications without a network: what each call does, how it shows before it is sent, what is persisted. */
import type { Application, Programme, QueueableCall } from '@ardhi/contract';
import { answerRead, type OfflineDomain, pageRead, rowsIn } from '../offline/offline-domain.ts';
import type { Fields, Work } from '../outbox/entry.ts';
import type { Known, OfflineCalls, TextTools } from '../outbox/offline-calls.ts';
import { overlayRow } from '../outbox/overlay.ts';
import { subsidyKeys } from './keys.ts';
import { draftApplication, editApplication } from './overlay.ts';

type SubsidyCall = Extract<QueueableCall, `${string} /subsidies${string}`>;

function applicationOf({ client, entries }: Known, { params }: Work): Application | undefined {
  const rows = rowsIn<Application>(client, subsidyKeys.mine);
  const id = params.id ?? '';
  return (
    overlayRow(
      rows.find(({ _id }) => _id === id),
      entries,
      id,
    ) ?? undefined
  );
}

const APPLICATION = {
  kind: 'subsidy',
  amount: ({ amount }: Fields, { format }: TextTools) =>
    typeof amount === 'number' ? format.money(amount) : undefined,
  /** The parcels that it is for. */
  needs: ({ body }: Work) => (Array.isArray(body?.parcelIds) ? (body.parcelIds as string[]) : []),
} as const;
const OWN_APPLICATION = {
  ...APPLICATION,
  about: (known: Known, work: Work) => applicationOf(known, work)?.name,
  base: applicationOf,
} as const;

const correction = { form: () => import('./correct-application.tsx') };

const calls = {
  'POST /subsidies': {
    ...APPLICATION,
    effect: 'create',
    label: 'outbox.subsidy.apply',
    draft: draftApplication,
    correction,
  },
  'PUT /subsidies/{id}': {
    ...OWN_APPLICATION,
    effect: 'edit',
    label: 'outbox.subsidy.edit',
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
    apply: editApplication,
    correction,
  },
  'DELETE /subsidies/{id}': { ...OWN_APPLICATION, effect: 'remove', label: 'outbox.subsidy.withdraw' },
} satisfies OfflineCalls<SubsidyCall>;

const MAX_PROGRAMMES = 10;

export const subsidyOffline = {
  kind: 'subsidy',
  calls,
  overview: () => [
    pageRead(subsidyKeys.mine, 'subsidies'),
    pageRead(subsidyKeys.programmes, 'subsidies/programmes'),
  ],
  details: (client) =>
    rowsIn<Programme>(client, subsidyKeys.programmes)
      .slice(0, MAX_PROGRAMMES)
      .map(({ _id }) => answerRead(subsidyKeys.eligibility(_id), `subsidies/programmes/${_id}/eligibility`)),
} satisfies OfflineDomain;
