import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { today } from '../lib/device/clock.ts';
import { saveText } from '../lib/device/download.ts';
import { useUser } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { currentOutbox, useOutbox } from '../outbox/current.ts';
import { isUnsent } from '../outbox/entry.ts';
import { readUnsentFile, UnsentFileError, writeUnsentFile } from '../outbox/unsent-file.ts';
import { Button } from '../ui/controls/button.tsx';

type Outcome = { kind: 'imported'; count: number } | { kind: 'invalid' | 'otherAccount' | 'failed' };

/** Saves unsent changes as a file, and reads such a file. Texts are in a catalogue that every page has. */
export function UnsentFileButtons() {
  const t = useT();
  const { _id: account } = useUser();
  const unsent = useOutbox().entries.filter(isUnsent);
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const read = async (file: File) => {
    try {
      const entries = readUnsentFile(await file.text(), account);
      const opened = await currentOutbox();
      if (!opened) return setOutcome({ kind: 'failed' });
      setOutcome({ kind: 'imported', count: await opened.outbox.addAll(entries) });
      void opened.push();
    } catch (error) {
      setOutcome({ kind: error instanceof UnsentFileError ? error.code : 'failed' });
    }
  };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {unsent.length > 0 && (
          <Button
            size="small"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() =>
              saveText(writeUnsentFile(account, unsent), 'application/json', `ardhi-unsent-${today()}.json`)
            }
          >
            {t('app.unsent.export')}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          icon={<Upload size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('app.unsent.import')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('app.unsent.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void read(file);
          target.value = '';
        }}
      />
      <p role="status" className="mt-2 empty:hidden">
        {outcome?.kind === 'imported' && t('app.unsent.imported', { count: outcome.count })}
        {outcome && outcome.kind !== 'imported' && t(`app.unsent.${outcome.kind}`)}
      </p>
    </div>
  );
}
