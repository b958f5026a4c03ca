import { problem } from './problem.ts';

/** The row, or a 404 if there is none. */
export function orNotFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw problem('not-found');
  return row;
}
