import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { callFile } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import type { BoardQuery } from './queries.ts';

/** The board with its filters as CSV or PDF. */
export function BoardExport({ query }: { query: BoardQuery }) {
  const t = useT();
  const { busy, download } = useDownload<'csv' | 'pdf'>('board.exportFailed');
  const icon = <Download size={18} aria-hidden="true" />;
  const save = (format: 'csv' | 'pdf') =>
    void download(
      format,
      () => callFile(`GET /government/board.${format}`, { query }),
      `ardhi-board.${format}`,
    );
  if (busy)
    return (
      <Button busy busyLabel={t('board.exporting')} icon={icon}>
        {t('board.export')}
      </Button>
    );
  return (
    <Menu
      label={t('board.export')}
      variant="main"
      icon={icon}
      items={[
        {
          key: 'csv',
          label: t('board.exportCsv'),
          icon: <FileSpreadsheet size={18} aria-hidden="true" />,
          onSelect: () => save('csv'),
        },
        {
          key: 'pdf',
          label: t('board.exportPdf'),
          icon: <FileText size={18} aria-hidden="true" />,
          onSelect: () => save('pdf'),
        },
      ]}
    />
  );
}
