import { useReferenceTables } from '../../lib/text/use-reference-tables.ts';
import { SelectField, type SelectFieldProps } from './field.tsx';

interface CountyFieldProps extends Omit<SelectFieldProps, 'options'> {
  /** Whether to load the list: set when the field becomes visible. */
  wanted: boolean;
  defaultValue?: string;
}

/** The 47 counties by name. The selected county is shown before the list has loaded. */
export function CountyField({ wanted, ...props }: CountyFieldProps) {
  const tables = useReferenceTables(wanted);
  const names = tables?.COUNTIES.map((county) => county.name).sort() ?? [];
  const chosen = props.defaultValue ?? '';
  const shown = chosen && !names.includes(chosen) ? [chosen, ...names] : names;
  return <SelectField {...props} options={shown.map((name) => ({ value: name, label: name }))} />;
}
