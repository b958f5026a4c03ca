import { useFormat, useT } from '../../lib/text/i18n.tsx';

/** Undefined while loading; null if the server stopped counting. */
export function Count({ of }: { of: number | null | undefined }) {
  const t = useT();
  const format = useFormat();
  if (of === undefined) return <b aria-hidden="true">–</b>;
  return <b>{of === null ? t('queue.many') : format.number(of, 0)}</b>;
}
