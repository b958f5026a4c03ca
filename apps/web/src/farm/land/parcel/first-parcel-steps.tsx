import type { Parcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RecordForm } from '../records/record-form.tsx';

export interface FirstParcelStepsProps {
  parcel: Parcel;
  onDone: () => void;
}

/** After the first parcel: what grows there, then its edge. Both can be skipped. */
export function FirstParcelSteps({ parcel, onDone }: FirstParcelStepsProps) {
  const t = useT();
  const [isSkipped, setSkipped] = useState(false);
  const [isAdding, setAdding] = useState(false);
  if (isSkipped || parcel.cropCount > 0)
    return (
      <Panel className="mb-6" title={t('steps.first.edge')} note={t('steps.first.edgeText')}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="main" to={paths.landBoundary(parcel._id, 'walk')}>
            {t('steps.first.walk')}
          </ButtonLink>
          <Button onClick={onDone}>{t('steps.first.skip')}</Button>
        </div>
      </Panel>
    );
  return (
    <Panel
      className="mb-6"
      title={t('steps.first.crop', { name: parcel.name })}
      note={t('steps.first.cropText')}
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="main" onClick={() => setAdding(true)}>
          {t('land.action.addCrop')}
        </Button>
        <Button onClick={() => setSkipped(true)}>{t('steps.first.skip')}</Button>
      </div>
      {isAdding && <RecordForm kind="crops" parcel={parcel} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
