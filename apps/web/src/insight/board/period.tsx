import { DAY_MS } from '@ardhi/contract/dates';
import { MAX_BOARD_DAYS } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { addDays, today } from '../../lib/device/dates.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';

/** Days up to today. */
const PRESETS = ['30', '90', '365'] as const;
type Preset = (typeof PRESETS)[number];

/** As in the URL: a preset, or the first and last day. */
export interface PeriodParams {
  days?: string;
  from?: string;
  to?: string;
}
export interface Period {
  from: string;
  to: string;
}

const isDay = (value: string | undefined): value is string =>
  !!value && Number.isFinite(Date.parse(value)) && addDays(value, 0) === value;
const isTooLong = ({ from, to }: Period) => Date.parse(to) - Date.parse(from) >= MAX_BOARD_DAYS * DAY_MS;

/** Days that are no valid period, as in a link typed by hand, give the default. */
export function periodOf({ days, from, to }: PeriodParams): Period & { preset: Preset | 'custom' } {
  if (isDay(from) && isDay(to) && from <= to && to <= today() && !isTooLong({ from, to }))
    return { from, to, preset: 'custom' };
  const preset = PRESETS.find((one) => one === days) ?? '90';
  return { from: addDays(today(), 1 - Number(preset)), to: today(), preset };
}

/** Parameters of the same period for another link. */
export const paramsOf = ({ from, to, preset }: ReturnType<typeof periodOf>): PeriodParams =>
  preset === 'custom' ? { from, to } : { days: preset };

interface PeriodProps {
  period: ReturnType<typeof periodOf>;
  onChange: (params: Record<keyof PeriodParams, string | undefined>) => void;
}

export function PeriodPresets({ period: { from, to, preset }, onChange }: PeriodProps) {
  const t = useT();
  return (
    <Segmented
      label={t('board.period')}
      options={([...PRESETS, 'custom'] as const).map((value) => ({ value, label: t(`board.days.${value}`) }))}
      value={preset}
      onChange={(value) =>
        onChange(
          value === 'custom'
            ? { days: undefined, from, to }
            : { days: value, from: undefined, to: undefined },
        )
      }
    />
  );
}

export function PeriodForm({ period: { from, to }, onChange }: PeriodProps) {
  const t = useT();
  const form = useForm<Period>({ defaultValues: { from, to } });
  const field = fieldsOf(form);
  const dayProblem = (value: string) =>
    !isDay(value) ? t('board.dayNeeded') : value > today() ? t('board.future') : undefined;
  return (
    <Form
      form={form}
      onSubmit={(period) => onChange({ days: undefined, ...period })}
      aria-label={t('board.period')}
      className="no-print mb-4"
    >
      <div className="flex flex-wrap items-start gap-4 max-sm:*:w-full">
        <DateField
          label={t('board.from')}
          max={today()}
          required
          {...field('from', {
            validate: (value, { to: last }) =>
              dayProblem(value) ??
              (isTooLong({ from: value, to: last })
                ? t('board.tooLong', { days: MAX_BOARD_DAYS })
                : undefined),
          })}
        />
        <DateField
          label={t('board.to')}
          max={today()}
          required
          {...field('to', {
            validate: (value, { from: first }) =>
              dayProblem(value) ?? (value < first ? t('board.beforeStart') : undefined),
          })}
        />
        <Button type="submit" className="sm:mt-7">
          {t('board.showPeriod')}
        </Button>
      </div>
    </Form>
  );
}
