import type { Overlap } from '@ardhi/contract';
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useNewId } from '../../lib/forms/form-row.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useWriteToNeighbour } from './writes.ts';

/** Overlaps with other farmers' boundaries, with a way to contact the neighbour. */
export function OverlapList({ overlaps }: { overlaps: readonly Overlap[] }) {
  const t = useT();
  const format = useFormat();
  const [writing, setWriting] = useState<Overlap | null>(null);
  return (
    <section aria-label={t('map.overlap.heading')} className="rounded-card bg-clay-soft px-4 py-3">
      <h3 className="text-base">{t('map.overlap.title', { count: overlaps.length })}</h3>
      <p className="mt-1 text-sm">{t('map.overlap.text')}</p>
      <ul className="mt-2 divide-y divide-line-strong">
        {overlaps.map((overlap) => (
          <li key={overlap._id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0">
              <span className="num font-semibold">
                {t('map.squareMetres', { area: format.number(overlap.areaSquareMetres, 0) })}
              </span>{' '}
              <Badge tone={overlap.status === 'settled' ? 'ok' : 'no'}>
                {t(`map.overlap.${overlap.status}`)}
              </Badge>
              {!overlap.geometry && <p className="mt-1 text-sm">{t('map.overlap.areaOnly')}</p>}
              {overlap.note && (
                <p className="mt-1 text-sm">{t('map.overlap.note', { note: overlap.note })}</p>
              )}
            </div>
            {overlap.threadId ? (
              <ButtonLink
                size="small"
                to={paths.messageThread(overlap.threadId)}
                icon={<MessageCircle size={18} aria-hidden="true" />}
              >
                {t('map.overlap.conversation')}
              </ButtonLink>
            ) : (
              <Button
                size="small"
                icon={<MessageCircle size={18} aria-hidden="true" />}
                onClick={() => setWriting(overlap)}
              >
                {t('map.overlap.write')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {writing && <NeighbourForm overlap={writing} onClose={() => setWriting(null)} />}
    </section>
  );
}

function NeighbourForm({ overlap, onClose }: { overlap: Overlap; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const write = useWriteToNeighbour();
  const id = useNewId();
  const area = t('map.squareMetres', { area: format.number(overlap.areaSquareMetres, 0) });
  const send = async (values: { subject: string; content: string }) => {
    const { threadId } = await write.mutateAsync({
      params: { id: overlap._id },
      body: { _id: id, ...values },
    });
    await navigate(paths.messageThread(threadId));
  };
  const rules = { validate: (value: string) => value.trim() !== '' || t('map.required') };
  return (
    <FormDialog
      title={t('map.overlap.write')}
      text={t('map.overlap.privacy')}
      values={{ subject: t('map.overlap.subject', { area }), content: '' }}
      send={send}
      failed={t('map.error.message')}
      submit={t('map.overlap.send')}
      busy={t('map.overlap.sending')}
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form);
        return (
          <>
            <TextField
              label={t('map.overlap.subjectLabel')}
              required
              maxLength={MAX_NAME_LENGTH}
              {...field('subject', rules)}
            />
            <TextArea
              label={t('map.overlap.messageLabel')}
              required
              maxLength={MAX_CONTENT_LENGTH}
              data-autofocus
              {...field('content', rules)}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
