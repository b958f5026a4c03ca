/** Fields shared by the account forms. */
import type { Role } from '@ardhi/contract';
import { MAX_EMAIL_LENGTH, MIN_OFFICIAL_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@ardhi/contract/limits';
import { useRef } from 'react';
import {
  type Control,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useController,
  useFormState,
} from 'react-hook-form';
import { isEmail, isOnStep } from '../../lib/forms/checks.ts';
import { SIZE_UNITS } from '../../lib/forms/size-units.ts';
import { ApiError } from '../../lib/http/api.ts';
import { useConfig } from '../../lib/http/config.tsx';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { type MessageKey, type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { type FormProblem, fieldsOf } from '../../ui/forms/form.tsx';
import { UnitField } from '../../ui/forms/unit-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

/** The server's message as headline, its issues on their fields. */
export function authProblem(
  error: unknown,
  t: Translate,
  otherwise: MessageKey = 'auth.somethingWrong',
): FormProblem {
  return {
    headline: serverMessage(error) ?? t(otherwise),
    issues: error instanceof ApiError ? error.issues : [],
  };
}

/** Props for a `TextField`. Not a component, so that fields register, and get error focus, in form order. */
export function useEmailField<Values extends { email: string }>(form: UseFormReturn<Values>) {
  const t = useT();
  return {
    label: t('auth.email'),
    type: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    required: true,
    ...fieldsOf(form)('email' as Path<Values>, {
      required: t('auth.emailRequired'),
      validate: (value: string) => isEmail(value) || t('auth.emailInvalid'),
    }),
  };
}

export function NewPasswordField<Values extends { password: string }>({
  form,
  label,
  role,
}: {
  form: UseFormReturn<Values>;
  label: string;
  /** Role of the account. Without it, as on the page for a reset code, the text states the length for both roles. */
  role?: Role;
}) {
  const t = useT();
  const { governmentSignup } = useConfig();
  const isStrict = governmentSignup !== 'open';
  const minimum = isStrict && role === 'government' ? MIN_OFFICIAL_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH;
  const officials = MIN_OFFICIAL_PASSWORD_LENGTH;
  const name = 'password' as Path<Values>;
  return (
    <div>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={
          isStrict && !role
            ? t('auth.passwordHintBoth', { minimum, officials })
            : t('auth.passwordHint', { minimum })
        }
        required
        {...fieldsOf(form)(name, {
          required: t('auth.passwordRequired'),
          minLength: { value: minimum, message: t('auth.passwordShort', { minimum }) },
        })}
      />
      <PasswordStrength password={form.watch(name)} />
    </div>
  );
}

const STEP_ACRES = 0.1;

interface FarmSizeFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  label: string;
  /** `isOnStep` is true for converted sizes and for the stored one. */
  check: (acres: number | undefined, isOnStep: boolean) => true | string;
}

/** Size of the farm in acres, or converted from a local unit. */
export function FarmSizeField<Values extends { farmSize?: number }>(props: FarmSizeFieldProps<Values>) {
  const { control, label, check } = props;
  const t = useT();
  const format = useFormat();
  const unit = useRef<string>('acres');
  const { defaultValues } = useFormState({ control });
  const { field, fieldState } = useController({
    control,
    name: 'farmSize' as Path<Values>,
    rules: {
      validate: (acres: number | undefined) =>
        check(
          acres,
          unit.current !== 'acres' || acres === defaultValues?.farmSize || isOnStep(acres ?? 0, STEP_ACRES),
        ),
    },
  });
  const labelled = ({ id, factor }: (typeof SIZE_UNITS)[number]) => ({
    id,
    factor,
    label: t(`auth.unit.${id}`),
  });
  const [acres, ...others] = SIZE_UNITS;
  return (
    <UnitField
      label={label}
      name={field.name}
      min={0}
      step={STEP_ACRES}
      required
      units={[labelled(acres), ...others.map(labelled)]}
      onUnit={(id) => {
        unit.current = id;
      }}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      formatBase={(size) => format.area(size)}
      error={fieldState.error?.message}
    />
  );
}
