import { useState } from 'react';
import { newId } from '../device/id.ts';

/**
 * The row as it was when the form opened: the base of the three-way merge if the row was changed elsewhere.
 * After a conflict was shown, `forget` drops the revision so that the user's version overwrites.
 */
export function useBase(row: { revision: number } | undefined) {
  const [base] = useState(row);
  const [revision, setRevision] = useState(row?.revision);
  return { row: base, revision, forget: () => setRevision(undefined) };
}

/** ID of the row that the form creates; stable across retries. */
export function useNewId(): string {
  const [id] = useState(newId);
  return id;
}
