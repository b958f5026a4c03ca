import { useEffect, useRef, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { dropGrouping } from './field.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface Unit {
  id: string;
  label: string;
  /** Base units per unit: 20 for a 20 L jerrycan, the parcel's acres for kg per acre. */
  factor: number;
}

export interface UnitFieldProps extends Omit<FieldProps, 'labelHidden'> {
  /** The first is selected, unless `initialUnit` names another. */
  units: readonly [Unit, ...Unit[]];
  initialUnit?: string;
  onUnit?: (id: string) => void;
  /** A unit that one tap selects, and another tap deselects. */
  quickUnit?: string;
  /** In the base unit; undefined if empty, NaN if not a number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  onBlur?: () => void;
  /** Formatted base value, e.g. "60 litres". */
  formatBase: (value: number) => string;
  /** For the first unit, which is the specification's. */
  min: number;
  step: number;
  name?: string;
  required?: boolean;
}

// Six decimals suffice for any amount on a farm and hide floating-point errors: 3 × 0.1 is 0.3.
const round = (value: number) => Math.round(value * 1e6) / 1e6;

function toBase(text: string, factor: number): number | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : round(Number(plain) * factor);
}

const toText = (value: number | undefined, factor: number) =>
  value === undefined || Number.isNaN(value) ? '' : String(round(value / factor));

/** Number in the farmer's unit; the form receives the base unit. With react-hook-form use `<Controller>`. */
export function UnitField(props: UnitFieldProps) {
  const { label, hint, error, required, units, value, onChange, formatBase, name, min, step } = props;
  const t = useT();
  const [unit, setUnit] = useState(units.find(({ id }) => id === props.initialUnit) ?? units[0]);
  const factor = units.find((one) => one.id === unit.id)?.factor ?? unit.factor;
  const [text, setText] = useState(() => toText(value, factor));
  const [known, setKnown] = useState(value);

  // A value set from outside (a reset, a record to correct) replaces the input.
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

  const choose = (id: string) => {
    setUnit(units.find((one) => one.id === id) ?? units[0]);
    props.onUnit?.(id);
  };
  const quick = units.find(({ id }) => id === props.quickUnit);
  const other = quick?.id === unit.id ? units[0] : quick;

  // "Per acre" means another amount when the parcel changes: the input stays, the form receives the new amount.
  const knownFactor = useRef(factor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the factor changes what the typed figure means
  useEffect(() => {
    if (knownFactor.current !== factor) emit(text, factor);
    knownFactor.current = factor;
  }, [factor]);

  const base = toBase(text, factor);
  const converted = factor !== 1 && base !== undefined && !Number.isNaN(base);
  const conversion = converted ? t('ui.unitEquals', { amount: formatBase(base) }) : undefined;
  const hintWithConversion = conversion ? (
    <>
      <span className="num font-semibold text-ink">{conversion}</span>
      {hint && <span className="block">{hint}</span>}
    </>
  ) : (
    hint
  );
  const ids = useFieldIds({ hint: hintWithConversion, error });
  return (
    <FieldFrame {...{ ids, label, error, required }} hint={hintWithConversion}>
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
            onChange={(event) => choose(event.target.value)}
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
      {other && (
        <button type="button" className="link thumb mt-1.5 block text-sm" onClick={() => choose(other.id)}>
          {t('ui.unitInstead', { unit: other.label })}
        </button>
      )}
    </FieldFrame>
  );
}
