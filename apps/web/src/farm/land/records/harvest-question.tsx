import { Wheat } from 'lucide-react';
import { useT } from '../../../lib/text/i18n.tsx';
import { HarvestDue, HarvestForm, type HarvestFormProps } from './harvest-form.tsx';

/** Shown on the parcel page once the harvest date has passed. */
export function HarvestQuestion(props: HarvestFormProps) {
  const t = useT();
  const { crop } = props;
  return (
    <section
      aria-label={t('land.harvest.label', { crop: crop.name })}
      className="rounded-card border border-line bg-ochre-soft p-4 sm:p-5"
    >
      <div className="flex gap-3">
        <Wheat size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-ochre" />
        <div className="min-w-0 flex-1">
          <h2 className="text-[1.1875rem]">{t('land.harvest.question', { crop: crop.name })}</h2>
          <p className="mt-1">
            <HarvestDue crop={crop} />
          </p>
          <HarvestForm {...props} />
        </div>
      </div>
    </section>
  );
}
