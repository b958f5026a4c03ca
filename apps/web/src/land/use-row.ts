import { useState } from 'react';
import { newId } from '../lib/write.ts';

/** The revision that an edit was made from. After a conflict was shown, the person's own version goes through. */
export function useBaseRevision(row: { revision: number } | undefined) {
  const [base, setBase] = useState(row?.revision);
  return { revision: base, forget: () => setBase(undefined) };
}

/** The id of the row that an open form will make: the same however often it is sent. */
export function useNewId(): string {
  const [id] = useState(newId);
  return id;
}
