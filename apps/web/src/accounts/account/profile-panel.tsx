import type { User } from '@ardhi/contract';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../lib/http/api.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useSession, useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { FarmSizeField } from '../auth/fields.tsx';
import { EmailState } from './email-state.tsx';
import { toFormProblem } from './problem.ts';

interface ProfileValues {
  name: string;
  phoneNumber: string;
  location: string;
  farmSize: number;
  department: string;
}

function valuesOf(user: User): ProfileValues {
  return {
    name: user.name,
    phoneNumber: user.phoneNumber ?? '',
    location: user.location ?? '',
    farmSize: user.farmSize ?? Number.NaN,
    department: user.department ?? '',
  };
}

export function ProfilePanel() {
  const t = useT();
  const user = useUser();
  const { setUser } = useSession();
  const form = useForm<ProfileValues>({ defaultValues: valuesOf(user) });
  const { isDirty, isSubmitting } = form.formState;
  const field = fieldsOf(form);
  useUnsavedGuard(isDirty);

  const saveProfile = useKeyedCall('PUT /auth/profile');
  const submit = useSubmit(
    async ({ name, phoneNumber, location, farmSize, department }: ProfileValues) => {
      const roleFields = user.role === 'farmer' ? { location, farmSize } : { department };
      const saved = await saveProfile({
        body: { name, phoneNumber, ...roleFields, revision: user.revision },
      });
      setUser(saved);
      form.reset(valuesOf(saved));
      toast.done(t('account.saved'));
    },
    (error) => {
      // Revision conflict with another device: the input stays, and the next save uses the new revision.
      if (error instanceof ApiError && error.status === 409 && error.current) setUser(error.current as User);
      return toFormProblem(error, t);
    },
  );

  const required = (text: string) => text.trim() !== '' || t('account.required');

  return (
    <Panel title={t('account.profile.title')}>
      <Form form={form} {...submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('account.profile.name')}
            autoComplete="name"
            maxLength={MAX_NAME_LENGTH}
            required
            {...field('name', { validate: required })}
          />
          <TextField
            label={t('account.profile.phone')}
            hint={t('account.optional')}
            type="tel"
            autoComplete="tel"
            maxLength={MAX_PHONE_LENGTH}
            {...field('phoneNumber')}
          />
          {user.role === 'farmer' ? (
            <>
              <TextField
                label={t('account.profile.farmLocation')}
                maxLength={MAX_ADDRESS_LENGTH}
                required
                {...field('location', { validate: required })}
              />
              <FarmSizeField
                control={form.control}
                label={t('account.profile.farmSize')}
                check={(acres = Number.NaN, isOnStep) =>
                  (acres >= 0 && isOnStep) || t('account.profile.farmSizeInvalid')
                }
              />
            </>
          ) : (
            <TextField
              label={t('account.profile.department')}
              autoComplete="organization"
              maxLength={MAX_NAME_LENGTH}
              required
              {...field('department', { validate: required })}
            />
          )}
        </div>
        <EmailState />
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('account.saving')}>
          {t('account.save')}
        </Button>
      </Form>
    </Panel>
  );
}
