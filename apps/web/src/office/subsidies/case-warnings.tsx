import type { SubsidyDossier } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';

/** Doubts about the independence of the officials involved, and a decision that a restore lost. */
export function CaseWarnings({ warnings }: Pick<SubsidyDossier, 'warnings'>) {
  const t = useT();
  const format = useFormat();
  const texts = [
    ...(warnings?.resetAt
      ? [t('cases.warning.reset', { date: format.date(warnings.resetAt, 'medium') })]
      : []),
    ...(warnings?.decidedBefore
      ? [
          t(`cases.warning.decidedBefore.${warnings.decidedBefore.status}`, {
            date: format.date(warnings.decidedBefore.at, 'medium'),
          }),
        ]
      : []),
    ...(warnings?.sameBrowser ?? []).map((pair) => t('cases.warning.sameBrowser', pair)),
  ];
  return texts.map((text) => <Callout key={text} tone="wait" headline={text} className="mt-3" />);
}
