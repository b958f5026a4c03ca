import type { Crop } from '@ardhi/contract';
import { MAX_TONS_PER_HECTARE } from '@ardhi/contract/limits';
import { addDays, today } from '../../lib/dates.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DateField, NumberField } from '../../ui/field.tsx';
import { AmountField } from './amount-field.tsx';
import { checkDate, checkHarvest, checkNumber, numberIn } from './field-checks.ts';
import { harvestFormLabel } from './harvest-forms.ts';
import type { FieldsProps, RecordDescription } from './kinds.ts';
import { NameField } from './record-fields.tsx';
import { type CropFacts, useCropFacts } from './suggestions.ts';
import { roundTo, yieldUnits } from './units.ts';
import { type RecordFormats, useAmounts } from './use-amounts.ts';

export const crops: RecordDescription<'crops'> = {
  summary: (crop, { format }) => `${crop.name}, ${format.date(crop.plantingDate)}`,
  form: {
    correct: 'land.crop.correct',
    submit: 'land.action.addCrop',
    failed: 'land.error.addCrop',
    saved: 'land.saved.crop',
    values: (crop) => ({
      name: crop?.name ?? '',
      plantingDate: crop?.plantingDate ?? '',
      harvestDate: crop?.harvestDate ?? '',
      yield: crop?.yield,
      share: crop?.areaShare ? String(roundTo(crop.areaShare * 100, 0.01)) : '',
    }),
    body: ({ share, ...values }) => {
      const percent = numberIn(share);
      return {
        ...values,
        yield: roundTo(values.yield ?? 0, 0.001),
        areaShare: percent === undefined ? null : percent / 100,
      };
    },
    Fields: CropFields,
  },
  history: {
    title: 'land.cropHistory',
    empty: { title: 'land.noCropHistory', text: 'land.noCropHistoryText' },
    columns: [
      { key: 'name', label: 'land.crop.column', cell: (crop) => crop.name },
      {
        key: 'planting',
        label: 'land.crop.plantingDate',
        cell: (crop, { format }) => format.date(crop.plantingDate, 'medium'),
      },
      {
        key: 'harvest',
        label: 'land.crop.harvestDate',
        cell: (crop, { format }) => format.date(crop.harvestDate, 'medium'),
      },
      {
        key: 'yield',
        label: 'land.crop.yieldColumn',
        numeric: true,
        cell: (crop, formats) => (
          <>
            {formats.format.number(crop.yield)}
            <span className="ml-1.5 text-fine text-muted sm:ml-0 sm:block">{yieldState(crop, formats)}</span>
          </>
        ),
      },
    ],
  },
};

/** A yield is an expectation until the farmer has said what was harvested. */
function yieldState(crop: Crop, { t }: RecordFormats): string {
  if (crop.yieldConfirmed) return t('land.crop.harvested');
  return t(crop.harvestDate <= today() ? 'land.crop.toConfirm' : 'land.crop.expected');
}

function CropFields({ form, parcel, record: crop }: FieldsProps<'crops'>) {
  const t = useT();
  const amounts = useAmounts();
  const { errors } = form.formState;
  const [name, planting, harvest, share] = form.watch(['name', 'plantingDate', 'harvestDate', 'share']);
  const facts = useCropFacts(name);
  const harvested = harvest !== '' && harvest <= today();
  const percent = numberIn(share);
  return (
    <>
      <NameField
        form={form}
        name="name"
        label={t('land.crop.name')}
        hint={t('land.crop.nameHint')}
        known="crops"
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
        units={yieldUnits(parcel.size, percent && percent > 0 && percent <= 100 ? percent / 100 : 1)}
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
    </>
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
    form: t(harvestFormLabel(facts.harvestForm)),
    usual: format.number(facts.referenceYieldTPerHa, 2),
  };
  return <>{t(facts.perYear ? 'land.crop.yieldHintYear' : 'land.crop.yieldHint', values)}</>;
}
