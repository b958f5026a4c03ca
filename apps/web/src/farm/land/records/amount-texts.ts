/** Formats record amounts: "1,200 litres", "50 kg", "3.34 t/ha". */
import type { TextTools } from '../../../outbox/call-screens.ts';

export const amountTexts = ({ t, format }: TextTools) => ({
  litres: (value: number) => t('land.amount.litres', { value: format.number(value, 0) }),
  mm: (value: number) => t('land.amount.mm', { value: format.number(value, 0) }),
  kg: (value: number) => t('land.amount.kg', { value: format.number(value, 1) }),
  tonsPerHectare: (value: number) => t('land.amount.tonsPerHectare', { value: format.number(value, 2) }),
  /** One litre of a pesticide counts as one kg. */
  kgOrL: (value: number) => t('land.amount.kgOrL', { value: format.number(value, 3) }),
  pesticide: (value: number, unit: 'kg' | 'L') =>
    t(unit === 'L' ? 'land.amount.L' : 'land.amount.kg', { value: format.number(value, 3) }),
});
