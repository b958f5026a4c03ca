import type { Crop, ParcelDetail } from '@ardhi/contract';
import { MAX_NAME_LENGTH, MAX_TONS_PER_HECTARE } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { addDays, today } from '../../lib/dates.ts';
import { useBase, useNewId } from '../../lib/form-row.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ComboField, DateField, NumberField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAddCrop, useCorrectCrop } from '../writes.ts';
import { AmountField } from './amount-field.tsx';
import { useAmounts } from './amounts.ts';
import { checkDate, checkHarvest, checkNumber, checkText, numberIn } from './field-checks.ts';
import { FormSheet } from './form-sheet.tsx';
import { harvestFormWord } from './harvest-forms.ts';
import { type CropFacts, useCropFacts, useSuggestions } from './suggestions.ts';
import { roundTo, yieldUnits } from './units.ts';

interface CropValues {
  name: string;
  plantingDate: string;
  harvestDate: string;
  yield: number | undefined;
  /** Percent of the parcel, as typed. */
  share: string;
}

interface CropFormProps {
  parcel: ParcelDetail;
  /** The crop to correct; without one a new crop is recorded. */
  crop?: Crop;
  onClose: () => void;
}

export function CropForm({ parcel, crop, onClose }: CropFormProps) {
  const t = useT();
  const amounts = useAmounts();
  const add = useAddCrop();
  const correct = useCorrectCrop();
  const newRowId = useNewId();
  const base = useBase(crop);
  const suggestions = useSuggestions('crops');
  const form = useForm<CropValues>({
    defaultValues: {
      name: crop?.name ?? '',
      plantingDate: crop?.plantingDate ?? '',
      harvestDate: crop?.harvestDate ?? '',
      yield: crop?.yield,
      share: crop?.areaShare ? String(roundTo(crop.areaShare * 100, 0.01)) : '',
    },
  });
  const { errors } = form.formState;
  const [name, planting, harvest, share] = form.watch(['name', 'plantingDate', 'harvestDate', 'share']);
  const facts = useCropFacts(name);
  const harvested = harvest !== '' && harvest <= today();
  const part = numberIn(share);

  const save = async (values: CropValues) => {
    const percent = numberIn(values.share);
    const fields = {
      name: values.name,
      plantingDate: values.plantingDate,
      harvestDate: values.harvestDate,
      yield: roundTo(values.yield ?? 0, 0.001),
      areaShare: percent === undefined ? null : percent / 100,
    };
    if (crop) {
      const params = { id: parcel._id, recordId: crop._id };
      await correct.mutateAsync({ params, body: { ...fields, revision: base.revision }, base: base.row });
    } else {
      await add.mutateAsync({ params: { id: parcel._id }, body: { _id: newRowId, ...fields } });
    }
    toast.done(t(crop ? 'land.saved.corrected' : 'land.saved.crop'));
  };

  return (
    <FormSheet
      form={form}
      title={t(crop ? 'land.crop.correct' : 'land.action.addCrop')}
      text={parcel.name}
      failed={crop ? 'land.error.correct' : 'land.error.addCrop'}
      submit={t(crop ? 'land.save' : 'land.action.addCrop')}
      onSubmit={save}
      onStale={base.forget}
      onClose={onClose}
    >
      <ComboField
        label={t('land.crop.name')}
        hint={t('land.crop.nameHint')}
        suggestions={suggestions}
        maxLength={MAX_NAME_LENGTH}
        required
        error={errors.name?.message}
        {...form.register('name', { validate: (value) => checkText(value, t) })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          label={t('land.crop.plantingDate')}
          required
          error={errors.plantingDate?.message}
          {...form.register('plantingDate', {
            validate: (value) => checkDate(value, t),
            deps: harvest ? ['harvestDate'] : [],
          })}
        />
        <DateField
          label={t('land.crop.harvestDate')}
          hint={<UsualHarvest facts={facts} planting={planting} />}
          required
          error={errors.harvestDate?.message}
          {...form.register('harvestDate', {
            validate: (value) => checkHarvest(form.getValues('plantingDate'), value, t),
          })}
        />
      </div>
      <AmountField
        control={form.control}
        name="yield"
        label={t(harvested ? 'land.crop.yieldHarvested' : 'land.crop.yield')}
        hint={<YieldHint facts={facts} />}
        units={yieldUnits(parcel.size, part && part > 0 && part <= 100 ? part / 100 : 1)}
        step={0.1}
        max={MAX_TONS_PER_HECTARE}
        stored={crop?.yield}
        formatBase={amounts.tonsPerHectare}
      />
      <Disclosure summary={t('land.crop.more')} open={share !== '' || undefined}>
        <NumberField
          label={t('land.crop.share')}
          hint={t('land.crop.shareHint')}
          suffix="%"
          error={errors.share?.message}
          {...form.register('share', {
            validate: (value) =>
              value.trim() === '' || checkNumber(numberIn(value), { min: 0.01, max: 100 }, t),
          })}
        />
      </Disclosure>
    </FormSheet>
  );
}

function UsualHarvest({ facts, planting }: { facts: CropFacts | undefined; planting: string }) {
  const t = useT();
  const format = useFormat();
  if (!facts || facts.perYear || checkDate(planting, t) !== true) return null;
  const date = format.date(addDays(planting, facts.seasonDays - 1), 'medium');
  return <>{t('land.crop.usualHarvest', { date })}</>;
}

/** Yields are compared in one form: a made-tea or clean-coffee figure would be wrong several times over. */
function YieldHint({ facts }: { facts: CropFacts | undefined }) {
  const t = useT();
  const format = useFormat();
  if (!facts) return null;
  const values = {
    form: t(harvestFormWord(facts.harvestForm)),
    usual: format.number(facts.referenceYieldTPerHa, 2),
  };
  return <>{t(facts.perYear ? 'land.crop.yieldHintYear' : 'land.crop.yieldHint', values)}</>;
}
