import { useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { dropGrouping } from './field.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface Unit {
  id: string;
  label: string;
  /** How many of the base unit one of these is: a 20 L jerrycan has 20, kg per acre has the parcel's acres. */
  factor: number;
}

export interface UnitFieldProps extends FieldProps {
  /** The first is chosen at the start. */
  units: readonly [Unit, ...Unit[]];
  /** In the base unit; undefined when nothing is typed, NaN when it is not a number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  onBlur?: () => void;
  /** The base value in words, e.g. "60 litres". */
  formatBase: (value: number) => string;
  /** Of the first unit, which is the specification's. */
  min: number;
  step: number;
  name?: string;
  id?: string;
  required?: boolean;
  className?: string;
}

// Enough for any amount on a farm, and 3 × 0.1 stays 0.3.
const tidy = (value: number) => Math.round(value * 1e6) / 1e6;

function toBase(text: string, factor: number): number | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : tidy(Number(plain) * factor);
}

const toText = (value: number | undefined, factor: number) =>
  value === undefined || Number.isNaN(value) ? '' : String(tidy(value / factor));

/** A number in the farmer's unit; the form gets the base unit. With react-hook-form use `<Controller>`. */
export function UnitField(props: UnitFieldProps) {
  const {
    label,
    labelHidden,
    hint,
    error,
    className,
    required,
    units,
    value,
    onChange,
    formatBase,
    name,
    min,
    step,
  } = props;
  const t = useT();
  const [unit, setUnit] = useState(units[0]);
  const factor = units.find((one) => one.id === unit.id)?.factor ?? unit.factor;
  const [text, setText] = useState(() => toText(value, factor));
  const [known, setKnown] = useState(value);

  // A value from outside (a reset, a record to correct) replaces what was typed.
  if (!Object.is(known, value)) {
    setKnown(value);
    setText(toText(value, factor));
  }
  const emit = (nextText: string, nextFactor: number) => {
    const next = toBase(nextText, nextFactor);
    setText(nextText);
    setKnown(next);
    onChange(next);
  };

  // Per acre means another amount when another parcel is chosen: what was typed stays, the form gets the new amount.
  const knownFactor = useRef(factor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the factor changes what the typed figure means
  useEffect(() => {
    if (knownFactor.current !== factor) emit(text, factor);
    knownFactor.current = factor;
  }, [factor]);

  const base = toBase(text, factor);
  const converted = factor !== 1 && base !== undefined && !Number.isNaN(base);
  const conversion = converted ? t('ui.unitEquals', { amount: formatBase(base) }) : undefined;
  const below = conversion ? (
    <>
      <span className="num font-semibold text-ink">{conversion}</span>
      {hint && <span className="block">{hint}</span>}
    </>
  ) : (
    hint
  );
  const ids = useFieldIds({ id: props.id, hint: below, error });
  return (
    <FieldFrame {...{ ids, label, labelHidden, error, required, className }} hint={below}>
      <div className="flex flex-wrap gap-2">
        <input
          {...ids.control}
          name={name}
          required={required}
          min={min}
          step={unit.id === units[0].id ? step : 'any'}
          inputMode="decimal"
          autoComplete="off"
          className="control num w-0 min-w-18 flex-1"
          value={text}
          onBlur={props.onBlur}
          onChange={(event) => {
            dropGrouping(event);
            emit(event.target.value, factor);
          }}
        />
        {units.length > 1 ? (
          <select
            className="control w-auto max-w-full"
            aria-label={t('ui.unit')}
            value={unit.id}
            onChange={(event) => {
              const next = units.find((one) => one.id === event.target.value) ?? units[0];
              setUnit(next);
            }}
          >
            {units.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        ) : (
          <span className="self-center text-muted">{units[0].label}</span>
        )}
      </div>
    </FieldFrame>
  );
}
