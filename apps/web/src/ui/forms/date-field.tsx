import { isClockWrong } from '../../lib/device/clock-check.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { TextField, type TextFieldProps } from './field.tsx';

/** Tells the user to check the date if the device's clock is more than a day off. */
export function DateField({ hint, ...props }: Omit<TextFieldProps, 'type'>) {
  const t = useT();
  const format = useFormat();
  const note = isClockWrong() && (
    <strong className="text-clay">
      {t('ui.clockWrong', { date: format.date(new Date().toISOString()) })}
    </strong>
  );
  return (
    <TextField
      {...props}
      type="date"
      hint={
        note ? (
          <>
            {note} {hint}
          </>
        ) : (
          hint
        )
      }
    />
  );
}
