import type { MissingCode } from '@ardhi/agronomy';
import type { ParcelDetail, ParcelEdit } from '@ardhi/contract';
import { problemLine } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { ADD_RECORD, type RecordKind } from '../records/kinds.ts';
import { useEditParcel } from '../writes.ts';

export interface StepHandlers {
  record: (kind: RecordKind) => void;
  edit: () => void;
}

type Step = 'edit' | RecordKind | 'rainFed' | 'noFertilizer' | 'noPesticide';

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

const DECLARE_LABELS = {
  rainFed: 'land.declare.rainFedShort',
  noFertilizer: 'land.declare.noFertilizerShort',
  noPesticide: 'land.declare.noPesticideShort',
} as const;

const DECLARATIONS: Record<keyof typeof DECLARE_LABELS, ParcelEdit['declarations']> = {
  rainFed: { irrigation: 'rain-fed' },
  noFertilizer: { fertilizer: 'none' },
  noPesticide: { pesticide: 'none' },
};

/** Buttons that add missing evidence: a record or a declaration. */
export function MissingSteps({
  code,
  parcel,
  steps,
}: {
  code: MissingCode;
  parcel: ParcelDetail;
  steps: StepHandlers;
}) {
  const t = useT();
  const edit = useEditParcel();
  const declare = async (what: keyof typeof DECLARATIONS) => {
    try {
      await edit.mutateAsync({ params: { id: parcel._id }, body: { declarations: DECLARATIONS[what] } });
      toast.done(t('land.declared'));
    } catch (error) {
      toast.failed(problemLine(error, t('land.error.update'), t));
    }
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {STEPS[code].map((step) => {
        if (step === 'edit') {
          return (
            <Button key={step} size="small" onClick={steps.edit}>
              {t('land.editParcel')}
            </Button>
          );
        }
        if (step in DECLARE_LABELS) {
          const what = step as keyof typeof DECLARE_LABELS;
          return (
            <Button
              key={step}
              size="small"
              busy={edit.isPending}
              busyLabel={t('land.saving')}
              onClick={() => void declare(what)}
            >
              {t(DECLARE_LABELS[what])}
            </Button>
          );
        }
        const kind = step as RecordKind;
        return (
          <Button key={step} size="small" onClick={() => steps.record(kind)}>
            {t(ADD_RECORD[kind])}
          </Button>
        );
      })}
    </div>
  );
}
