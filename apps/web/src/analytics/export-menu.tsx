import { useQueryClient } from '@tanstack/react-query';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import { callFile } from '../lib/api.ts';
import { saveFile } from '../lib/download.ts';
import { useT } from '../lib/i18n.tsx';
import { problemLine } from '../lib/problem-words.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { toast } from '../ui/toast-store.ts';
import { reportKeys } from './queries.ts';
import type { View } from './view.ts';

/** Exports what the screen shows, with its filters; every export stays in the list of reports. */
export function ExportMenu({ view }: { view: View }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'pdf') => {
    setBusy(true);
    try {
      const call = format === 'csv' ? 'GET /government/analytics.csv' : 'GET /government/analytics.pdf';
      const { blob, name } = await callFile(call, { query: { ...view } });
      saveFile(blob, name ?? `ardhi-analytics.${format}`);
      await client.invalidateQueries({ queryKey: reportKeys.lists });
    } catch (error) {
      toast.failed(problemLine(error, t('analytics.error.export'), t));
    } finally {
      setBusy(false);
    }
  };
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
