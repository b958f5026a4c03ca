/** Hands a file that the server answered to the browser's downloads. */
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { problemLine } from '../../lib/problem-words.ts';
import { toast } from '../../ui/toast-store.ts';

interface Answered {
  blob: Blob;
  name: string | undefined;
}

function save({ blob, name }: Answered, fallbackName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? fallbackName;
  link.click();
  // Some browsers start to read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** `busy` names the file that is on its way. */
export function useDownload<Kind extends string>() {
  const t = useT();
  const [busy, setBusy] = useState<Kind | null>(null);
  const download = async (kind: Kind, fetchFile: () => Promise<Answered>, fallbackName: string) => {
    setBusy(kind);
    try {
      save(await fetchFile(), fallbackName);
    } catch (error) {
      toast.failed(problemLine(error, t('land.error.report'), t));
    } finally {
      setBusy(null);
    }
  };
  return { busy, download };
}
