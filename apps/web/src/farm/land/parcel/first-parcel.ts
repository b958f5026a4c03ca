import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useMemo } from 'react';
import { useUser } from '../../../lib/session/session.tsx';
import type { ParcelValues } from './parcel-fields.tsx';

/** Values of the first parcel from the registration; undefined unless `wanted`. The name is the place without its county. */
export function useFirstParcelPreset(wanted: boolean): Partial<ParcelValues> | undefined {
  const { location, farmSize } = useUser();
  return useMemo(() => {
    if (!wanted || !location) return undefined;
    const name = (location.split(',')[0] ?? '').trim().slice(0, MAX_NAME_LENGTH);
    return { name, size: farmSize ?? undefined, location: { address: location } };
  }, [wanted, location, farmSize]);
}
