import { useFormat, useT } from '../../lib/text/i18n.tsx';

/** From which moment on an answer may lack something. */
export function AsOf({ moment }: { moment: string | undefined }) {
  const t = useT();
  const format = useFormat();
  return moment ? (
    <span className="num text-sm">{t('ui.asOf', { time: format.dateTime(moment) })}</span>
  ) : null;
}
