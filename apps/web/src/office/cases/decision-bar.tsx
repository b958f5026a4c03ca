import type { SubsidyDossier } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import type { CaseAction } from '../subsidies/case-dialogs.tsx';

interface DecisionBarProps {
  row: SubsidyDossier;
  onAct: (action: CaseAction) => void;
}

/** Stays at the bottom of the case; on phones above the bottom bar. */
export function DecisionBar({ row, onAct }: DecisionBarProps) {
  const t = useT();
  return (
    <div className="decision-bar">
      {row.kind === 'application' && (
        <Button aria-label={t('subsidies.return.button')} onClick={() => onAct('return')}>
          <span className="sm:hidden">{t('subsidies.return.send')}</span>
          <span className="max-sm:hidden">{t('subsidies.return.button')}</span>
        </Button>
      )}
      <Button onClick={() => onAct('rejected')}>{t('subsidies.manage.reject')}</Button>
      <Button variant="main" onClick={() => onAct('approved')}>
        {t('subsidies.manage.approve')}
      </Button>
    </div>
  );
}
