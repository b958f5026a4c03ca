/** Fields of a parcel: form values, request body and display text. */
import type { Declarations, Parcel, SoilType } from '@ardhi/contract';
import { MAX_ACRES, MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type Translate, useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { CountyField } from '../../../ui/forms/county-field.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { AmountField } from '../records/amount-field.tsx';
import { checkText } from '../records/field-checks.ts';
import { sizeUnits } from '../records/units.ts';
import { DEFAULT_SOIL, SOIL_LABELS, SOIL_TYPES } from './soil.ts';

export interface ParcelValues {
  name: string;
  /** In acres. */
  size: number | undefined;
  location: { address: string };
  soilType: SoilType;
  /** Empty if derived from the address. */
  county: string;
  rainFed: boolean;
  noFertilizer: boolean;
  noPesticide: boolean;
}

export function landValues(parcel: Parcel | undefined): ParcelValues {
  return {
    name: parcel?.name ?? '',
    size: parcel?.size,
    location: { address: parcel?.location.address ?? '' },
    soilType: parcel?.soilType ?? DEFAULT_SOIL,
    county: parcel?.countyConfirmed ? (parcel.county ?? '') : '',
    rainFed: parcel?.declarations.irrigation === 'rain-fed',
    noFertilizer: parcel?.declarations.fertilizer === 'none',
    noPesticide: parcel?.declarations.pesticide === 'none',
  };
}

export function landBody(values: ParcelValues, parcel?: Parcel) {
  return {
    name: values.name,
    size: values.size ?? 0,
    location: { address: values.location.address },
    soilType: values.soilType,
    county: values.county === '' ? null : values.county,
    declarations: declarationsOf(values, parcel?.declarations),
  };
}

/** An unticked box leaves "recorded" unchanged. */
function declarationsOf(values: ParcelValues, before: Declarations | undefined): Declarations {
  const use = (none: boolean, was: Declarations['fertilizer'] | undefined) =>
    none ? 'none' : was === 'recorded' ? 'recorded' : 'unknown';
  return {
    irrigation: values.rainFed ? 'rain-fed' : before?.irrigation === 'recorded' ? 'recorded' : 'unknown',
    fertilizer: use(values.noFertilizer, before?.fertilizer),
    pesticide: use(values.noPesticide, before?.pesticide),
  };
}

export const parcelLead = (parcel: Parcel, t: Translate) =>
  [
    parcel.location.address ?? t('land.notSpecified'),
    t('land.soilLine', { soil: t(SOIL_LABELS[parcel.soilType]) }),
  ].join(' · ');

export function ParcelFields({ form, parcel }: { form: UseFormReturn<ParcelValues>; parcel?: Parcel }) {
  const t = useT();
  const format = useFormat();
  const { errors } = form.formState;
  const hasDetails =
    parcel && (parcel.countyConfirmed || Object.values(parcel.declarations).some((one) => one !== 'unknown'));
  const [isMoreOpen, setIsMoreOpen] = useState(hasDetails === true);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('land.field.name')}
          hint={t('land.nameHint')}
          maxLength={MAX_NAME_LENGTH}
          required
          error={errors.name?.message}
          {...form.register('name', { validate: (value) => checkText(value, t) })}
        />
        <AmountField
          control={form.control}
          name="size"
          label={t('land.field.size')}
          units={sizeUnits}
          step={0.1}
          max={MAX_ACRES}
          // A stored or prefilled size may be off the step.
          stored={form.formState.defaultValues?.size}
          formatBase={(acres) => format.area(acres)}
        />
        <TextField
          label={t('land.field.location.address')}
          hint={t('land.addressHint')}
          maxLength={MAX_ADDRESS_LENGTH}
          required
          error={errors.location?.address?.message}
          {...form.register('location.address', { validate: (value) => checkText(value, t) })}
        />
        <SelectField
          label={t('land.field.soilType')}
          options={SOIL_TYPES.map((value) => ({ value, label: t(SOIL_LABELS[value]) }))}
          required
          error={errors.soilType?.message}
          {...form.register('soilType')}
        />
      </div>
      <Disclosure
        summary={t('land.form.more')}
        open={isMoreOpen}
        onToggle={(event) => setIsMoreOpen(event.currentTarget.open)}
        className="border-y border-line py-1"
      >
        <p className="mb-3 max-w-[60ch] text-sm text-muted">{t('land.form.moreNote')}</p>
        <CountyField
          wanted={isMoreOpen}
          className="max-w-sm"
          label={t('land.field.county')}
          placeholder={t('land.county.fromAddress')}
          error={errors.county?.message}
          {...form.register('county')}
          defaultValue={form.getValues('county')}
        />
        <fieldset className="mt-4">
          <legend className="font-semibold">{t('land.declarations')}</legend>
          <Checkbox label={t('land.declare.rainFed')} {...form.register('rainFed')} />
          <Checkbox label={t('land.declare.noFertilizer')} {...form.register('noFertilizer')} />
          <Checkbox label={t('land.declare.noPesticide')} {...form.register('noPesticide')} />
        </fieldset>
      </Disclosure>
    </>
  );
}
