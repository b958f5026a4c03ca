import { cropName } from '@ardhi/agronomy/labels';
import { MAX_ACRES } from '@ardhi/contract/limits';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { checkNumber, numberIn } from '../../lib/forms/checks.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useReferenceTables } from '../../lib/text/use-reference-tables.ts';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { Checkbox, NumberField, SelectField } from '../../ui/forms/field.tsx';
import { REGIONS } from './filters.ts';
import type { ProgrammeValues } from './programme-values.ts';

const LIMITS = [
  { name: 'minAcres', unit: 'acres' },
  { name: 'maxAcres', unit: 'acres' },
  { name: 'minScore', unit: 'percent' },
  { name: 'minConfidence', unit: 'percent' },
] as const;

/** Eligibility rules of a programme, all optional. */
export function RulesFields({ form }: { form: UseFormReturn<ProgrammeValues> }) {
  const t = useT();
  const tables = useReferenceTables();
  const errors = form.formState.errors.rules;
  const counties = tables?.COUNTIES.map(({ name }) => ({ value: name, label: name })) ?? [];
  const crops = tables?.knownCrops().map(({ key }) => ({ value: key, label: cropName(key, t) })) ?? [];
  return (
    <div className="space-y-5">
      <p className="prose text-sm text-muted">{t('subsidies.form.rulesText')}</p>
      <Controller
        control={form.control}
        name="rules.regions"
        render={({ field }) => (
          <fieldset>
            <legend className="font-semibold">{t('subsidies.form.regions')}</legend>
            <div className="flex flex-wrap gap-x-6">
              {REGIONS.map((region) => (
                <Checkbox
                  key={region}
                  label={t(`subsidies.region.${region}`)}
                  checked={field.value.includes(region)}
                  onChange={(event) =>
                    field.onChange(
                      event.target.checked
                        ? [...field.value, region]
                        : field.value.filter((other) => other !== region),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="rules.counties"
          render={({ field }) => (
            <MultiSelectField
              label={t('subsidies.form.counties')}
              placeholder={t('subsidies.form.addCounty')}
              options={counties}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Controller
          control={form.control}
          name="rules.crops"
          render={({ field }) => (
            <MultiSelectField
              label={t('subsidies.form.crops')}
              placeholder={t('subsidies.form.addCrop')}
              options={crops}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {LIMITS.map(({ name, unit }) => (
          <NumberField
            key={name}
            label={t(`subsidies.form.${name}`)}
            suffix={unit === 'acres' ? t('subsidies.form.acres') : '%'}
            error={errors?.[name]?.message}
            {...form.register(`rules.${name}`, {
              validate: (value, { rules }) => {
                const fault = checkNumber(
                  value,
                  { max: unit === 'acres' ? MAX_ACRES : 100, required: false },
                  t,
                );
                if (fault !== true || name !== 'maxAcres') return fault;
                const [minAcres, maxAcres] = [numberIn(rules.minAcres), numberIn(value)];
                return (
                  minAcres === undefined ||
                  maxAcres === undefined ||
                  maxAcres >= minAcres ||
                  t('subsidies.form.acresOrder')
                );
              },
            })}
          />
        ))}
      </div>
    </div>
  );
}

interface MultiSelectFieldProps {
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Multi-select: each selected option becomes a removable tag. */
function MultiSelectField({ label, placeholder, options, value, onChange }: MultiSelectFieldProps) {
  const nameOf = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen;
  return (
    <div>
      <SelectField
        label={label}
        placeholder={placeholder}
        options={options.filter((option) => !value.includes(option.value))}
        value=""
        onChange={(event) => event.target.value && onChange([...value, event.target.value])}
      />
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {value.map((chosen) => (
          <FilterTag
            key={chosen}
            name={nameOf(chosen)}
            onRemove={() => onChange(value.filter((other) => other !== chosen))}
          />
        ))}
      </div>
    </div>
  );
}
