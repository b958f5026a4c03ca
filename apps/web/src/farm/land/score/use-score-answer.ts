import type { ParcelDetail, QueueableCall } from '@ardhi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { withinTime } from '../../../lib/device/within-time.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { countRecord } from '../../../offline/install-offer.ts';
import { outboxState } from '../../../outbox/current.ts';
import type { Written } from '../../../outbox/write.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { cachedParcel } from '../parcel/parcel-calls.ts';
import { scoreAnswer } from './score-answer.ts';
import { scoreGoals } from './score-goals.ts';
import { useScoreLabels } from './score-labels.ts';

/** After the toast of the record, whose second line the offer would take. */
const OFFER_DELAY_MS = 1_500;
/** Time to read the offer. */
const OFFER_MS = 20_000;

/** Writes a record of a parcel, and adds to its toast how the score moved. */
export function useScoreAnswer() {
  const client = useQueryClient();
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();

  /** With all records, as on the server; undefined if only the list's row is on the phone. */
  const parcelNow = (id: string): ParcelDetail | undefined => {
    const known = { client, entries: outboxState().entries };
    const parcel = cachedParcel(known, { call: 'PUT /land/{id}', params: { id } });
    return parcel?.fertilizerUsage && parcel.pesticideUsage ? (parcel as ParcelDetail) : undefined;
  };

  const textOf = async (before: ParcelDetail, after: ParcelDetail): Promise<string | null> => {
    const { scorePreview } = await import('./score-preview.ts');
    const [old, current] = [before, after].map((parcel) => scorePreview.explained(parcel, undefined));
    if (!old || !current || current.status === 'initial') return null;
    const { from, to, fall, goal, reached } = scoreAnswer(old, current, await scoreGoals(client, after));
    const nearest = reached ?? goal;
    return [
      from === to || old.status === 'initial'
        ? t('land.answer.score', { score: to })
        : t('land.answer.changed', { from, to }),
      fall &&
        t('land.answer.fall', {
          part: labels.component(fall.component),
          points: format.number(Math.abs(fall.points), 1),
        }),
      fall?.action &&
        t('land.answer.back', {
          advice: labels.action(fall.action).title,
          points: format.number(fall.action.gainPoints, 1),
        }),
      nearest &&
        t(reached ? 'land.answer.reached' : 'land.answer.goal', {
          points: goal?.points ?? 0,
          name: nearest.name,
          amount: format.money(nearest.amount),
        }),
    ]
      .filter(Boolean)
      .join(' ');
  };

  return async <W extends Written<QueueableCall>>(parcelId: string, write: () => Promise<W>): Promise<W> => {
    const before = parcelNow(parcelId);
    const written = await write();
    const install = countRecord();
    if (install) {
      const action = { label: t('land.install.add'), onAction: install };
      setTimeout(() => toast.done(t('land.install.offer'), { action, duration: OFFER_MS }), OFFER_DELAY_MS);
    }
    const after = parcelNow(parcelId);
    // The record is stored: a missing answer must not look like a failure.
    const text = before && after ? await withinTime(textOf(before, after).catch(() => null)) : null;
    if (text) toast.addLine(text);
    return written;
  };
}
