/** Access rules for parcels. */
import { problem } from '../../lib/text/problem.ts';

interface Parcel {
  owner_id: string;
  deleted_at: string | null;
}

/** Throws 404 for everyone but the owner, and 410 for the owner of a deleted parcel. */
export function assertOwnLive<P extends Parcel>(
  user: { id: string },
  parcel: P | undefined,
): asserts parcel is P {
  assertOwn(user, parcel);
  if (parcel.deleted_at !== null) throw problem('gone');
}

export function assertOwn<P extends Parcel>(
  user: { id: string },
  parcel: P | undefined,
): asserts parcel is P {
  if (parcel?.owner_id !== user.id) throw problem('not-found');
}
