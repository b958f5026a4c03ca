import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../lib/device/download.ts';
import { callFile, serverMessage } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

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
