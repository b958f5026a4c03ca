import type { Crop } from '@ardhi/contract';
import { MAX_TONS_PER_HECTARE } from '@ardhi/contract/limits';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { addDays, today } from '../../../lib/device/dates.ts';
import { useWide } from '../../../lib/page/use-wide.ts';
import { type MessageKey, useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { KnownName } from '../../../ui/controls/known-name.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { NumberField } from '../../../ui/forms/field.tsx';
import { fieldsOf } from '../../../ui/forms/form.tsx';
import { AmountField } from './amount-field.tsx';
import { checkDate, checkHarvest, checkNumber, numberIn } from './field-checks.ts';
import type { FieldsProps, RecordDescription } from './kinds.ts';
import { NameField } from './record-fields.tsx';
import { useCropFacts } from './suggestions.ts';
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
      {
        key: 'name',
        label: 'land.crop.column',
        cell: ({ name }) => <KnownName typed={name} kind="crop" />,
      },
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

/** A yield is only expected until the farmer confirms the harvest. */
function yieldState(crop: Crop, { t }: RecordFormats): string {
  if (crop.yieldConfirmed) return t('land.crop.harvested');
  return t(crop.harvestDate <= today() ? 'land.crop.toConfirm' : 'land.crop.expected');
}

type CropForm = Pick<FieldsProps<'crops'>, 'form'>;

/** Each field watches only the values it needs, so that a keystroke does not re-render the whole form. */
function CropFields({ form, parcel, record }: FieldsProps<'crops'>) {
  const t = useT();
  const wide = useWide();
  return (
    <>
      <NameField
        form={form}
        name="name"
        label={t('land.crop.name')}
        // On phones the sheet has no room for it above the button that saves.
        hint={wide && t('land.crop.nameHint')}
        known="crops"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PlantingField form={form} />
        <DateField
          label={t('land.crop.harvestDate')}
          hint={<SuggestedHarvest form={form} record={record} />}
          required
          {...fieldsOf(form)('harvestDate', {
            validate: (value) => checkHarvest(form.getValues('plantingDate'), value, t),
          })}
        />
      </div>
      <YieldField form={form} parcel={parcel} record={record} />
      <ShareField form={form} />
    </>
  );
}

function PlantingField({ form }: CropForm) {
  const t = useT();
  const harvest = useWatch({ control: form.control, name: 'harvestDate' });
  return (
    <DateField
      label={t('land.crop.plantingDate')}
      required
      {...fieldsOf(form)('plantingDate', {
        validate: (value) => checkDate(value, t),
        deps: harvest ? ['harvestDate'] : [],
      })}
    />
  );
}

/** Fills in the harvest date of a new crop from the crop table, until the farmer enters another. */
function SuggestedHarvest({ form, record }: Pick<FieldsProps<'crops'>, 'form' | 'record'>) {
  const t = useT();
  const format = useFormat();
  const [name, planting] = useWatch({ control: form.control, name: ['name', 'plantingDate'] });
  const facts = useCropFacts(name);
  const isKnown = facts && !facts.perYear && checkDate(planting, t) === true;
  const usual = isKnown ? addDays(planting, facts.seasonDays - 1) : '';
  const filledIn = useRef('');
  useEffect(() => {
    if (record || form.getValues('harvestDate') !== filledIn.current) return;
    filledIn.current = usual;
    form.setValue('harvestDate', usual, { shouldDirty: usual !== '' });
  }, [usual, record, form]);
  return usual && <>{t('land.crop.usualHarvest', { date: format.date(usual, 'medium') })}</>;
}

function YieldField({ form, parcel, record: crop }: FieldsProps<'crops'>) {
  const t = useT();
  const amounts = useAmounts();
  const [harvest, share, name] = useWatch({ control: form.control, name: ['harvestDate', 'share', 'name'] });
  const isHarvested = harvest !== '' && harvest <= today();
  const percent = numberIn(share);
  return (
    <AmountField
      control={form.control}
      name="yield"
      label={t('land.crop.yieldExpected')}
      hint={
        <>
          {isHarvested && `${t('land.crop.yieldHarvested')} `}
          <YieldHint form={form} />
        </>
      }
      units={yieldUnits(parcel.size, percent && percent > 0 && percent <= 100 ? percent / 100 : 1)}
      step={0.1}
      max={MAX_TONS_PER_HECTARE}
      stored={crop?.yield}
      formatBase={amounts.tonsPerHectare}
      remember={`yield:${name.trim().toLowerCase()}`}
      quickUnit="bag90PerAcre"
    />
  );
}

/** Harvest forms of the crop table (how a yield is weighed). A test keeps this list in sync with the table. */
export const HARVEST_FORMS: Readonly<Record<string, MessageKey>> = {
  'dry grain': 'land.harvestForm.dryGrain',
  'fresh pods': 'land.harvestForm.freshPods',
  grain: 'land.harvestForm.grain',
  'green leaf': 'land.harvestForm.greenLeaf',
  'fresh cherry': 'land.harvestForm.freshCherry',
  cane: 'land.harvestForm.cane',
  paddy: 'land.harvestForm.paddy',
  tubers: 'land.harvestForm.tubers',
  roots: 'land.harvestForm.roots',
  bunches: 'land.harvestForm.bunches',
  'fresh fruit': 'land.harvestForm.freshFruit',
  'fresh leaves': 'land.harvestForm.freshLeaves',
  heads: 'land.harvestForm.heads',
  bulbs: 'land.harvestForm.bulbs',
  fruit: 'land.harvestForm.fruit',
  'nuts in shell': 'land.harvestForm.nutsInShell',
  'nut in shell': 'land.harvestForm.nutsInShell',
  seed: 'land.harvestForm.seed',
  'fresh fodder': 'land.harvestForm.freshFodder',
};

export function harvestFormLabel(form: string): MessageKey {
  return HARVEST_FORMS[form] ?? 'land.harvestForm.harvest';
}

/** Names the form to weigh: made tea or clean coffee instead of leaf or cherry would be wrong several times over. */
function YieldHint({ form }: CropForm) {
  const t = useT();
  const format = useFormat();
  const facts = useCropFacts(useWatch({ control: form.control, name: 'name' }));
  if (!facts) return null;
  const values = {
    form: t(harvestFormLabel(facts.harvestForm)),
    usual: format.number(facts.referenceYieldTPerHa, 2),
  };
  return <>{t(facts.perYear ? 'land.crop.yieldHintYear' : 'land.crop.yieldHint', values)}</>;
}

function ShareField({ form }: CropForm) {
  const t = useT();
  const share = useWatch({ control: form.control, name: 'share' });
  return (
    <Disclosure summary={t('land.crop.more')} open={share !== '' || undefined}>
      <NumberField
        label={t('land.crop.areaShare')}
        hint={t('land.crop.shareHint')}
        suffix="%"
        {...fieldsOf(form)('share', {
          validate: (value) =>
            value.trim() === '' || checkNumber(numberIn(value), { min: 0.01, max: 100 }, t),
        })}
      />
    </Disclosure>
  );
}
