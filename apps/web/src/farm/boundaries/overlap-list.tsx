import type { Overlap, StripConsent } from '@ardhi/contract';
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
import { useAction } from '../use-action.ts';
import { useAgreeOnStrip, useWriteToNeighbour } from './writes.ts';

/** Overlaps with other farmers' boundaries, with a way to contact the neighbour. */
export function OverlapList({ overlaps }: { overlaps: readonly Overlap[] }) {
  const t = useT();
  const [writing, setWriting] = useState<Overlap | null>(null);
  return (
    <section aria-label={t('map.overlap.heading')} className="rounded-card bg-clay-soft px-4 py-3">
      <h3 className="text-base">{t('map.overlap.title', { count: overlaps.length })}</h3>
      <p className="mt-1 text-sm">
        {t(overlaps.some(({ geometry }) => geometry) ? 'map.overlap.stripText' : 'map.overlap.text')}
      </p>
      <ul className="mt-2 divide-y divide-line-strong">
        {overlaps.map((overlap) => (
          <li key={overlap._id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0">
              <span className="num font-semibold">
                <OverlapPlace overlap={overlap} />
              </span>{' '}
              <Badge tone={overlap.status === 'settled' ? 'ok' : 'no'}>
                {t(`map.overlap.${overlap.status}`)}
              </Badge>
              {overlap.note && (
                <p className="mt-1 text-sm">{t('map.overlap.note', { note: overlap.note })}</p>
              )}
              {overlap.strip !== 'shown' && <StripAgreement overlap={overlap} strip={overlap.strip} />}
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

/** Area and side in words: what the map shows as a line. */
export function OverlapPlace({ overlap }: { overlap: Overlap }) {
  const t = useT();
  const format = useFormat();
  const area = t('map.squareMetres', { area: format.number(overlap.areaSquareMetres, 0) });
  return t('map.overlap.place', {
    area: overlap.geometry ? area : t('map.overlap.about', { area }),
    side: t(`map.overlap.side.${overlap.side}`),
  });
}

/** Asks for consent to draw the strip for both farmers. */
function StripAgreement({ overlap, strip }: { overlap: Overlap; strip: Exclude<StripConsent, 'shown'> }) {
  const t = useT();
  const act = useAction();
  const agree = useAgreeOnStrip();
  const agreed = strip !== 'offered';
  const send = () =>
    act({
      run: () => agree.mutateAsync({ params: { id: overlap._id }, body: { agreed } }),
      done: t(agreed ? 'map.overlap.strip.agreed' : 'map.overlap.strip.takenBack'),
      failed: 'map.error.strip',
    });
  return (
    <div className="mt-1">
      <p className="text-sm">{t(`map.overlap.strip.${strip}`)}</p>
      <Button
        size="small"
        variant="quiet"
        busy={agree.isPending}
        busyLabel={t('map.saving')}
        onClick={() => void send()}
      >
        {t(agreed ? 'map.overlap.strip.agree' : 'map.overlap.strip.takeBack')}
      </Button>
    </div>
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
