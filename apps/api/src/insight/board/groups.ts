import type { Board, OfficerFigures } from '@ardhi/contract';
import type { Translate } from '../../lib/text/i18n.ts';

interface Group {
  title: string;
  rows: { name: string; figures: OfficerFigures & { received?: number } }[];
}

/** The tables of a board for CSV and PDF. */
export const groupsOf = (data: Board, t: Translate): Group[] => [
  { title: t('board.total'), rows: [{ name: t('board.total'), figures: data.total }] },
  {
    title: t('board.counties'),
    rows: data.counties.map(({ county, ...figures }) => ({ name: county ?? t('board.no-county'), figures })),
  },
  {
    title: t('board.programmes'),
    rows: data.programmes.map(({ programme, ...figures }) => ({
      name: programme?.name ?? t('board.no-programme'),
      figures,
    })),
  },
  {
    title: t('board.officers'),
    rows: data.officers.map(({ official, ...figures }) => ({
      name: official ? official.name || t('deleted.user') : t('board.unassigned'),
      figures,
    })),
  },
  {
    title: t('board.weeks'),
    rows: data.weeks.map(({ from, to, ...figures }) => ({ name: `${from} – ${to}`, figures })),
  },
];
