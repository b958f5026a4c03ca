import type { MissingCode } from '@ardhi/agronomy';
import type { ParcelDetail, ParcelEdit } from '@ardhi/contract';
import { useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { Button, type ButtonProps } from '../../../ui/controls/button.tsx';
import { useAction } from '../../use-action.ts';
import { calls } from '../calls.ts';
import { ADD_RECORD, type RecordKind } from '../records/kinds.ts';

export interface StepHandlers {
  record: (kind: RecordKind) => void;
  edit: () => void;
}

const DECLARATIONS = {
  rainFed: { irrigation: 'rain-fed' },
  noFertilizer: { fertilizer: 'none' },
  noPesticide: { pesticide: 'none' },
} as const satisfies Record<string, ParcelEdit['declarations']>;

type Declaration = keyof typeof DECLARATIONS;
type Step = 'edit' | RecordKind | Declaration;

const isDeclaration = (step: Step): step is Declaration => step in DECLARATIONS;

/** Immediate actions for each kind of missing evidence. */
const STEPS: Record<MissingCode, readonly Step[]> = {
  'no-size': ['edit'],
  'no-crop': ['crops'],
  'no-county': ['edit'],
  'no-water-records': ['water', 'rainFed'],
  'no-harvest': ['crops'],
  'no-fertilizer-records': ['fertilizer', 'noFertilizer'],
  'no-nitrogen-flow': ['crops', 'fertilizer'],
  'no-soil-evidence': ['crops'],
  'no-pesticide-records': ['pesticides', 'noPesticide'],
  'no-records': ['crops'],
};

interface MissingStepsProps {
  code: MissingCode;
  parcel: ParcelDetail;
  steps: StepHandlers;
}

/** Buttons that add missing evidence: a record or a declaration. */
export function MissingSteps({ code, parcel, steps }: MissingStepsProps) {
  const t = useT();
  const act = useAction();
  const edit = useQueuedWrite('PUT /land/{id}', calls);
  const declare = (declarations: ParcelEdit['declarations']) =>
    act({
      run: () => edit.mutateAsync({ params: { id: parcel._id }, body: { declarations } }),
      done: t('land.declared'),
      failed: 'land.error.update',
    });
  const buttonOf = (step: Step): ButtonProps => {
    if (step === 'edit') return { children: t('land.editParcel'), onClick: steps.edit };
    if (!isDeclaration(step)) return { children: t(ADD_RECORD[step]), onClick: () => steps.record(step) };
    return {
      children: t(`land.declare.${step}Short`),
      busy: edit.isPending,
      busyLabel: t('land.saving'),
      onClick: () => void declare(DECLARATIONS[step]),
    };
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {STEPS[code].map((step) => (
        <Button key={step} size="small" {...buttonOf(step)} />
      ))}
    </div>
  );
}
