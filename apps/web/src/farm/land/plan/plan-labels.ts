/** Texts of the season plan. */
import type { PlanSource, PlanTask } from '@ardhi/agronomy';
import { carried, cropName } from '@ardhi/agronomy/labels';
import { KILOGRAMS_PER_BAG } from '@ardhi/contract/units';
import { useMemo } from 'react';
import { today } from '../../../lib/device/clock.ts';
import { type MessageKey, useFormat, useT } from '../../../lib/text/i18n.tsx';
import type { TextTools } from '../../../outbox/call-screens.ts';
import { amountTexts } from '../records/amount-texts.ts';

export function planLabels({ t, format }: TextTools) {
  const whole = (value: number) => format.number(value, 0);
  const date = (value: string) => format.date(value, 'medium');
  const units = carried(t, format);
  const amounts = amountTexts({ t, format });
  const yieldOf = (tons: number) => amounts.tonsPerHectare(tons);

  const amount = (task: PlanTask): string | null => {
    if (task.kind === 'water') {
      const { litres, litresPerDay } = task.values;
      return t('plan.waterWeek', { amount: units.water(litres), perDay: units.water(litresPerDay) });
    }
    if (task.kind !== 'planting-fertilizer' && task.kind !== 'top-dress') return null;
    const { product, kg } = task.values;
    // Below half a bag the kilograms say it better.
    if (kg < KILOGRAMS_PER_BAG / 2) return t('plan.dose', { product, kg: whole(kg) });
    return t('plan.doseInBags', { product, kg: whole(kg), bags: units.fertilizer(kg) });
  };

  /** One sentence. */
  const why = (task: PlanTask): string => {
    const dates = { from: date(task.from), to: date(task.to) };
    switch (task.kind) {
      case 'plant':
        return t('plan.why.plant', {
          ...dates,
          county: task.values.county,
          rain: whole(task.values.rainMm),
        });
      case 'planting-fertilizer':
      case 'top-dress': {
        const { neededKg, recordedKg, yieldTPerHa } = task.values;
        return t(`plan.why.${task.kind}`, {
          ...dates,
          yield: yieldOf(yieldTPerHa),
          needed: format.number(neededKg, 1),
          recorded: format.number(recordedKg, 1),
        });
      }
      case 'weed':
      case 'scout':
        return t(`plan.why.${task.kind}${task.values.round}`, dates);
      case 'water': {
        const { county, needMm, rainMm } = task.values;
        return t('plan.why.water', {
          crop: cropName(task.crop, t),
          county,
          need: whole(needMm),
          rain: whole(rainMm),
        });
      }
      case 'stop-spraying': {
        const { product, whoClass } = task.values;
        return whoClass
          ? t('plan.why.stop-sprayingHazard', { ...dates, product, hazard: whoClass })
          : t('plan.why.stop-spraying', { ...dates, product });
      }
      case 'harvest':
        return t('plan.why.harvest', {
          ...dates,
          days: whole(task.values.days),
          yield: yieldOf(task.values.yieldTPerHa),
        });
      case 'dry':
        return t('plan.why.dry');
    }
  };

  return {
    title: ({ kind, crop }: PlanTask) => t(`plan.title.${kind}` as MessageKey, { crop: cropName(crop, t) }),
    /** "weed now", "harvest 6 Dec". */
    next: ({ kind, from }: PlanTask) =>
      t(from <= today() ? 'plan.next.now' : 'plan.next.from', {
        task: t(`plan.short.${kind}`),
        date: format.date(from, 'short'),
      }),
    when: ({ from, to }: PlanTask) =>
      from > today()
        ? t('plan.when.from', { date: format.date(from, 'short') })
        : t('plan.when.by', { date: format.date(to, 'short') }),
    amount,
    why,
    source: (source: PlanSource) => t(`plan.source.${source}`),
  };
}

export type PlanLabels = ReturnType<typeof planLabels>;

export function usePlanLabels(): PlanLabels {
  const t = useT();
  const format = useFormat();
  return useMemo(() => planLabels({ t, format }), [t, format]);
}
