/** Offline support for boundaries: outbox screens and persisted reads. */
import type { Parcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { type OfflinePart, responseRead } from '../../offline/persisted-reads.ts';
import type { CallScreens } from '../../outbox/call-screens.ts';
import { parcelKeys } from '../land/keys.ts';
import { boundaryKeys } from './keys.ts';

const screens = {
  'PUT /land/{id}/boundary': {
    values: { geometry: (_, { t }) => t('sync.value.boundary') },
    correction: { page: ({ params }) => paths.landBoundary(params.id ?? '', 'draw') },
    restorePage: paths.land,
  },
  'DELETE /land/{id}/boundary': { restorePage: paths.land },
} satisfies CallScreens;

const MAX_BOUNDARIES = 40;

export const boundaryOffline = {
  screens,
  overview: () => [
    responseRead(boundaryKeys.list, 'land/boundaries'),
    responseRead(boundaryKeys.ownOverlaps, 'boundaries/overlaps'),
  ],
  details: (client) =>
    cachedRows<Parcel>(client, parcelKeys.list)
      .slice(0, MAX_BOUNDARIES)
      .filter(({ boundary }) => boundary)
      .map(({ _id }) => responseRead(boundaryKeys.one(_id), `land/${_id}/boundary`)),
} satisfies OfflinePart;
