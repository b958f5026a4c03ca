import { useFormat, useT } from '../../lib/text/i18n.tsx';

/** Changes after this time may be missing from the data shown. */
export function AsOf({ moment }: { moment: string | undefined }) {
  const t = useT();
  const format = useFormat();
  return moment ? (
    <span className="num text-sm">{t('ui.asOf', { time: format.dateTime(moment) })}</span>
  ) : null;
}
