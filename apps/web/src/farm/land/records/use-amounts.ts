import { useMemo } from 'react';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { amountTexts } from './amount-texts.ts';

export function useAmounts() {
  const t = useT();
  const format = useFormat();
  return useMemo(() => amountTexts({ t, format }), [t, format]);
}

/** Formatters for record texts. */
export function useRecordFormats() {
  return { t: useT(), format: useFormat(), amounts: useAmounts() };
}

export type RecordFormats = ReturnType<typeof useRecordFormats>;
