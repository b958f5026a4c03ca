import type { Board, OfficerFigures } from '@ardhi/contract';
import type { Translate } from '../../lib/text/i18n.ts';

interface Row {
  name: string;
  figures: OfficerFigures & { received?: number };
}

interface Group {
  title: string;
  rows: Row[];
}

const otherRows = (others: (Row['figures'] & { count: number }) | null, t: Translate): Row[] =>
  others ? [{ name: t('board.others', { count: others.count }), figures: others }] : [];

/** The tables of a board for CSV and PDF. */
export const groupsOf = (data: Board, t: Translate): Group[] => [
  { title: t('board.total'), rows: [{ name: t('board.total'), figures: data.total }] },
  {
    title: t('board.counties'),
    rows: data.counties.map(({ county, ...figures }) => ({ name: county ?? t('board.no-county'), figures })),
  },
  {
    title: t('board.programmes'),
    rows: [
      ...data.programmes.map(({ programme, ...figures }) => ({
        name: programme?.name ?? t('board.no-programme'),
        figures,
      })),
      ...otherRows(data.otherProgrammes, t),
    ],
  },
  {
    title: t('board.officers'),
    rows: [
      ...data.officers.map(({ official, ...figures }) => ({
        name: official ? official.name || t('deleted.user') : t('board.unassigned'),
        figures,
      })),
      ...otherRows(data.otherOfficers, t),
    ],
  },
  {
    title: t('board.weeks'),
    rows: data.weeks.map(({ from, to, ...figures }) => ({ name: `${from} – ${to}`, figures })),
  },
];
