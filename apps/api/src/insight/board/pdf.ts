/** PDF of the board. */
import type { Board, Language } from '@ardhi/contract';
import { dateInNairobi } from '@ardhi/contract/dates';
import { longDate } from '../../lib/documents/document-language.ts';
import { fonts, makePdf, type Sheet } from '../../lib/documents/pdf.ts';
import { type Column, heading, paragraph, statTiles, table } from '../../lib/documents/pdf-parts.ts';
import { translator } from '../../lib/text/i18n.ts';
import { COLUMNS } from './csv.ts';
import { groupsOf } from './groups.ts';

const MAX_PAGES = 30;
const NAME_SHARE = 0.25;

export function boardPdf(language: Language, data: Board): Promise<Buffer> {
  const t = translator(language);
  const day = longDate(language, dateInNairobi(new Date(data.asOf)));
  return makePdf(
    {
      language,
      title: t('board.title'),
      aside: [data.county ?? t('board.national'), day],
      foot: t('board.foot', { date: day }),
    },
    (sheet) => {
      drawTotals(sheet, data);
      const columns: Column[] = [
        { title: t('board.name'), share: NAME_SHARE },
        ...COLUMNS.map((column) => ({
          title: t(`board.short.${column}`),
          share: (1 - NAME_SHARE) / COLUMNS.length,
          align: 'right' as const,
        })),
      ];
      for (const { title, rows } of groupsOf(data, t).slice(1)) {
        if (rows.length === 0) continue;
        heading(sheet, title);
        const omitted = table(
          sheet,
          columns,
          rows.map(({ name, figures }) => [
            name,
            ...COLUMNS.map((column) => cell(sheet, figures[column] ?? null)),
          ]),
          MAX_PAGES,
        );
        if (omitted > 0) paragraph(sheet, t('pdf.more-rows', { count: omitted }));
      }
    },
  );
}

const cell = (sheet: Sheet, value: number | null) => (value === null ? '–' : sheet.number(value));

function drawTotals(sheet: Sheet, { from, to, programme, total }: Board): void {
  const { t, left, width } = sheet;
  const title = `${sheet.date(from)} – ${sheet.date(to)}`;
  sheet.y += sheet.text(title, left, sheet.y, { font: fonts.serif, size: 18, width }) + 8;
  if (programme) paragraph(sheet, `${t('board.programme')}: ${programme.name}`);
  const tiles = COLUMNS.map((column) => ({
    label: t(`board.short.${column}`),
    value: cell(sheet, total[column]),
  }));
  statTiles(sheet, tiles.slice(0, 5));
  statTiles(sheet, tiles.slice(5));
  paragraph(sheet, t('board.note'));
}
