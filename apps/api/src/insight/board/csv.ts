/** CSV of the board: one row for each group and one column for each figure. */
import type { Board, OfficerFigures } from '@ardhi/contract';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/documents/csv.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { groupsOf } from './groups.ts';

export const COLUMNS = [
  'received',
  'decided',
  'medianDays',
  'p90Days',
  'backlog',
  'overdue',
  'returned',
  'appealed',
  'upheld',
  'complaints',
] as const satisfies readonly (keyof Board['total'])[];

export function boardCsv(data: Board, t: Translate): string {
  const titles = [t('board.group'), t('board.name'), ...COLUMNS.map((column) => t(`board.figure.${column}`))];
  const cells = (figures: OfficerFigures & { received?: number }) =>
    COLUMNS.map((column) => figures[column] ?? null);
  return (
    BYTE_ORDER_MARK +
    [
      [t('board.title'), `${data.from} – ${data.to}`],
      [t('board.area'), data.county ?? t('board.national')],
      ...(data.programme ? [[t('board.programme'), data.programme.name]] : []),
      [t('board.as-of'), data.asOf],
      titles,
      ...groupsOf(data, t).flatMap(({ title, rows }) =>
        rows.map(({ name, figures }) => [title, name, ...cells(figures)]),
      ),
    ]
      .map(csvLine)
      .join('')
  );
}
