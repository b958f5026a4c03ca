import type { SubsidyDossier } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import type { Tone } from '../../ui/controls/badge.tsx';
import { Timeline } from '../../ui/layout/timeline.tsx';

const TONES: Partial<Record<SubsidyDossier['timeline'][number]['event'], Tone>> = {
  approve: 'ok',
  reject: 'no',
  'mark-approve': 'wait',
  'mark-reject': 'wait',
  return: 'wait',
  appeal: 'wait',
  uphold: 'ok',
  dismiss: 'no',
  close: 'off',
  withdraw: 'off',
};

/** Timeline of a programme or application. */
export function History({ dossier }: { dossier: SubsidyDossier }) {
  const t = useT();
  const format = useFormat();
  return (
    <Timeline
      label={t('subsidies.history')}
      entries={dossier.timeline.map(({ at, event, by, reason }) => ({
        key: `${at} ${event}`,
        title: t(`subsidies.event.${event}`),
        when: format.dateTime(at),
        dateTime: at,
        tone: TONES[event] ?? 'info',
        text: (
          <>
            {t('subsidies.event.by', { name: by || t('subsidies.deletedAccount') })}
            {reason && <span className="block whitespace-pre-line text-ink">{reason}</span>}
          </>
        ),
      }))}
    />
  );
}
