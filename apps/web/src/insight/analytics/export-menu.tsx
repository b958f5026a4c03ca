import { useQueryClient } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { callFile } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { reportKeys } from './queries.ts';
import type { View } from './view.ts';

/** Exports the current view with its filters; the server stores every export in the list of reports. */
export function ExportMenu({ view }: { view: View }) {
  const t = useT();
  const client = useQueryClient();
  const { busy, download } = useDownload<'csv' | 'pdf'>('analytics.error.export');
  const fetchFile = async (format: 'csv' | 'pdf') => {
    const file = await callFile(`GET /government/analytics.${format}`, { query: { ...view } });
    void client.invalidateQueries({ queryKey: reportKeys.lists });
    return file;
  };
  const save = (format: 'csv' | 'pdf') =>
    download(format, () => fetchFile(format), `ardhi-analytics.${format}`);
  const icon = <Download size={18} aria-hidden="true" />;
  if (busy)
    return (
      <Button busy busyLabel={t('analytics.exporting')} icon={icon}>
        {t('analytics.export')}
      </Button>
    );
  return (
    <Menu
      label={t('analytics.export')}
      variant="main"
      icon={icon}
      items={[
        {
          key: 'csv',
          label: t('analytics.exportCsv'),
          icon: <FileSpreadsheet size={18} aria-hidden="true" />,
          onSelect: () => void save('csv'),
        },
        {
          key: 'pdf',
          label: t('analytics.exportPdf'),
          icon: <FileText size={18} aria-hidden="true" />,
          onSelect: () => void save('pdf'),
        },
      ]}
    />
  );
}
