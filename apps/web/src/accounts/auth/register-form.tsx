import type { RegisterInput, Role } from '@ardhi/contract';
import {
  MAX_ADDRESS_LENGTH,
  MAX_INVITATION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
} from '@ardhi/contract/limits';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useConfig } from '../../lib/http/config.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { RadioGroup, TextField } from '../../ui/forms/field.tsx';
import { Form, type FormProblem, fieldsOf } from '../../ui/forms/form.tsx';
import { FarmSizeField, NewPasswordField, useEmailField } from './fields.tsx';

export interface RegisterValues {
  name: string;
  email: string;
  password: string;
  role: Role;
  phoneNumber?: string;
  location?: string;
  farmSize?: number;
  department?: string;
  invitation?: string;
}

/** Sends only the fields of the chosen role, even if those of the other one were filled in before. */
export function registerBody(values: RegisterValues): Partial<RegisterInput> & RegisterValues {
  const { name, email, password, role, phoneNumber } = values;
  const roleFields =
    role === 'farmer'
      ? { location: values.location, farmSize: values.farmSize }
      : { department: values.department, invitation: values.invitation };
  return { name, email, password, role, phoneNumber, ...roleFields };
}

interface RegisterFormProps {
  onSubmit: (values: RegisterValues) => Promise<void>;
  problem: FormProblem | null;
}

export function RegisterForm({ onSubmit, problem }: RegisterFormProps) {
  const t = useT();
  const form = useForm<RegisterValues>({ defaultValues: { role: 'farmer' } });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const email = useEmailField(form);
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} method="post">
      <TextField
        label={t('auth.name')}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        required
        {...field('name', { validate: (value) => value.trim() !== '' || t('auth.nameRequired') })}
      />
      <TextField autoComplete="email" {...email} />
      <NewPasswordField form={form} label={t('auth.password')} role={form.watch('role')} />
      <TextField
        label={t('auth.phone')}
        hint={t('auth.optional')}
        type="tel"
        autoComplete="tel"
        maxLength={MAX_PHONE_LENGTH}
        {...field('phoneNumber')}
      />
      <RadioGroup
        label={t('auth.role')}
        required
        options={[
          { value: 'farmer', label: t('auth.role.farmer'), hint: t('auth.role.farmerHint') },
          { value: 'government', label: t('auth.role.government'), hint: t('auth.role.governmentHint') },
        ]}
        {...field('role')}
      />
      {form.watch('role') === 'government' ? <OfficialFields form={form} /> : <FarmerFields form={form} />}
      <Button type="submit" variant="main" wide busy={isSubmitting} busyLabel={t('auth.register.busy')}>
        {t('auth.register.submit')}
      </Button>
    </Form>
  );
}

function FarmerFields({ form }: { form: UseFormReturn<RegisterValues> }) {
  const t = useT();
  const field = fieldsOf(form);
  return (
    <>
      <TextField
        label={t('auth.farmLocation')}
        hint={t('auth.farmLocationHint')}
        maxLength={MAX_ADDRESS_LENGTH}
        required
        {...field('location', {
          validate: (value) => (value ?? '').trim() !== '' || t('auth.farmLocationRequired'),
        })}
      />
      <FarmSizeField
        control={form.control}
        label={t('auth.farmSize')}
        check={(acres, isOnStep) => {
          if (acres === undefined || Number.isNaN(acres)) return t('auth.farmSizeRequired');
          if (acres < 0) return t('auth.farmSizeNegative');
          return isOnStep || t('auth.farmSizeStep');
        }}
      />
    </>
  );
}

function OfficialFields({ form }: { form: UseFormReturn<RegisterValues> }) {
  const t = useT();
  const { governmentSignup } = useConfig();
  const field = fieldsOf(form);
  return (
    <>
      <TextField
        label={t('auth.department')}
        autoComplete="organization"
        maxLength={MAX_NAME_LENGTH}
        required
        {...field('department', {
          validate: (value) => (value ?? '').trim() !== '' || t('auth.departmentRequired'),
        })}
      />
      {governmentSignup === 'invite' && (
        <TextField
          label={t('auth.invitation')}
          hint={t('auth.invitationHint')}
          autoComplete="off"
          maxLength={MAX_INVITATION_LENGTH}
          required
          {...field('invitation', {
            validate: (value) => (value ?? '').trim() !== '' || t('auth.invitationRequired'),
          })}
        />
      )}
      {governmentSignup === 'domains' && <p className="text-sm text-muted">{t('auth.domainsHint')}</p>}
    </>
  );
}
