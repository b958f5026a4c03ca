import type { Programme } from '@ardhi/contract';
import { useEffect, useRef, useState } from 'react';
import { newId } from '../../lib/device/id.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ApplicationForm, bodyOf, EMPTY, useApplicationForm } from './application-form.tsx';
import { calls } from './calls.ts';

const SUCCESS_MS = 3000;

interface NewApplicationProps {
  programme: Programme | null;
  onProgramme: (programme: Programme | null) => void;
}

export function NewApplication({ programme, onProgramme }: NewApplicationProps) {
  const t = useT();
  const translated = useTranslated();
  const apply = useQueuedWrite('POST /subsidies', calls);
  const draft = useDraft('application:new', EMPTY);
  const form = useApplicationForm(programme, draft.values);
  const [rowId, setRowId] = useState(newId);
  const [sent, setSent] = useState<'submitted' | 'queued' | null>(null);
  const panel = useRef<HTMLElement>(null);

  // Restores the programme of a saved draft.
  useEffect(() => {
    if (draft.values.programme) onProgramme(draft.values.programme);
  }, [draft, onProgramme]);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => setSent(null), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  useEffect(() => {
    if (!programme) return;
    panel.current?.scrollIntoView?.({ behavior: 'smooth', block: 'start' });
    form.setFocus('description', { shouldSelect: false });
  }, [programme, form]);

  return (
    <Panel ref={panel} className="scroll-mt-24" title={t('subsidies.apply.form')}>
      <ApplicationForm
        form={form}
        draft={draft}
        programme={programme}
        failed="subsidies.error.submit"
        submit="subsidies.submit"
        busy="subsidies.submitting"
        onSend={async (values) => {
          setSent(null);
          const { outcome } = await apply.mutateAsync({
            body: { _id: rowId, ...bodyOf(values), programmeId: programme?._id },
            onStored: draft.clear,
          });
          onProgramme(null);
          form.reset(EMPTY);
          setRowId(newId());
          setSent(outcome === 'queued' ? 'queued' : 'submitted');
        }}
      >
        {programme && (
          <div className="flex flex-wrap items-center gap-3">
            <span>
              {t('subsidies.apply.toProgramme', { name: translated(programme.name, programme.nameSw) })}
            </span>
            <FilterTag name={t('subsidies.apply.withoutProgramme')} onRemove={() => onProgramme(null)} />
          </div>
        )}
      </ApplicationForm>
      {/*
       * In view wherever the farmer is in the form, as a toast is. Rendered empty first, so that screen readers announce
       * its text.
       */}
      <div
        role="status"
        className="fixed inset-x-4 bottom-[calc(16px+var(--bottom-bar))] z-40 mx-auto max-w-md rounded-card shadow-raised empty:hidden"
      >
        {sent === 'submitted' && <Callout tone="ok" headline={t('subsidies.submitted')} />}
        {sent === 'queued' && <Callout tone="wait" headline={t('ui.queuedOnDevice')} />}
      </div>
    </Panel>
  );
}
