import { useState } from 'react';
import { saveFile } from '../../lib/device/download.ts';
import { problemLine } from '../../lib/http/problem-text.ts';
import { type MessageKey, useT } from '../../lib/text/i18n.tsx';
import { toast } from './toast-store.ts';

/** Downloads a file from the server. `busy` is the kind being downloaded. */
export function useDownload<Kind extends string>(failed: MessageKey) {
  const t = useT();
  const [busy, setBusy] = useState<Kind | null>(null);
  const download = async (
    kind: Kind,
    fetchFile: () => Promise<{ blob: Blob; name: string | undefined }>,
    fallbackName: string,
  ) => {
    setBusy(kind);
    try {
      const { blob, name } = await fetchFile();
      saveFile(blob, name ?? fallbackName);
    } catch (error) {
      toast.failed(problemLine(error, t(failed), t));
    } finally {
      setBusy(null);
    }
  };
  return { busy, download };
}
