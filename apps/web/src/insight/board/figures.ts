import type { BoardFigure, BoardFigures } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { RecordQuery } from './queries.ts';

/** In the order of the tables. */
export const COUNTS = [
  'received',
  'decided',
  'backlog',
  'overdue',
  'returned',
  'appealed',
  'upheld',
  'complaints',
] as const satisfies readonly (keyof BoardFigures)[];
export type Count = (typeof COUNTS)[number];

/** Figures with a list of applications. */
export const BOARD_FIGURES = COUNTS.filter((count): count is BoardFigure => count !== 'complaints');

export type RecordFilter = Partial<Omit<RecordQuery, 'figure'>>;

/** The list of exactly the records that the figure counts. */
export function recordsOf(figure: Count, filter: RecordFilter): string {
  const search = new URLSearchParams(figure === 'complaints' ? { state: 'all' } : { figure });
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value);
  return `${figure === 'complaints' ? paths.complaints : paths.boardRecords}?${search}`;
}
