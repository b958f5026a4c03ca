import type { Application, ReturnField } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';

/** In form order. */
export const RETURN_FIELD_LABELS = {
  name: 'subsidies.name',
  description: 'subsidies.description',
  amount: 'subsidies.amount',
  parcelIds: 'subsidies.return.parcels',
} as const satisfies Record<ReturnField, string>;

/** The first returned field in form order. */
export function firstReturned(application: Pick<Application, 'returned'>): ReturnField | undefined {
  const order = Object.keys(RETURN_FIELD_LABELS) as ReturnField[];
  return order.find((name) => application.returned?.fields.includes(name));
}

/** Fields returned for correction, shown to the farmer and to officials. */
export function Returned({
  returned,
  onCorrect,
}: {
  returned: NonNullable<Application['returned']>;
  onCorrect?: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const translated = useTranslated();
  const names = returned.fields.map((name) => t(RETURN_FIELD_LABELS[name]));
  return (
    <Callout
      tone="wait"
      className="mt-3"
      headline={t(onCorrect ? 'subsidies.returned.title' : 'subsidies.returned.officialTitle', {
        date: format.date(returned.at, 'medium'),
      })}
    >
      <p className="whitespace-pre-line">{translated(returned.reason, returned.reasonSw)}</p>
      <p className="mt-1 text-sm">{t('subsidies.returned.fields', { fields: names.join(', ') })}</p>
      {onCorrect && (
        <Button variant="main" className="mt-3" onClick={onCorrect}>
          {t('subsidies.returned.correct')}
        </Button>
      )}
    </Callout>
  );
}
