import { useState } from 'react';
import { newId } from '../device/id.ts';

/**
 * The row as the form found it. Where it was changed elsewhere meanwhile, what the person touched is told from it.
 * After a conflict was shown, the person's own version goes through.
 */
export function useBase(row: { revision: number } | undefined) {
  const [base] = useState(row);
  const [revision, setRevision] = useState(row?.revision);
  return { row: base, revision, forget: () => setRevision(undefined) };
}

/** The id of the row that an open form will make: the same however often it is sent. */
export function useNewId(): string {
  const [id] = useState(newId);
  return id;
}
