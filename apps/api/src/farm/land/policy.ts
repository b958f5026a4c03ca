/** Who may do what with a parcel. */
import { problem } from '../../lib/text/problem.ts';

interface Parcel {
  owner_id: string;
  deleted_at: string | null;
}

/** For everybody but its owner a parcel does not exist; for the owner a deleted one is gone until it is restored. */
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
