import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callFile, serverMessage } from '../lib/api.ts';
import { saveFile } from '../lib/download.ts';
import { useT } from '../lib/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { toast } from '../ui/toast.tsx';

export function DataPanel() {
  const t = useT();
  const download = useMutation({
    mutationFn: () => callFile('GET /auth/data'),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'ardhi-data.json'),
    onError: (error) => toast.failed(serverMessage(error) ?? t('account.noConnection')),
  });
  return (
    <Panel title={t('account.data.title')} note={t('account.data.note')}>
      <Button
        icon={<Download size={18} aria-hidden="true" />}
        busy={download.isPending}
        busyLabel={t('account.data.busy')}
        onClick={() => download.mutate()}
      >
        {t('account.data.submit')}
      </Button>
    </Panel>
  );
}
