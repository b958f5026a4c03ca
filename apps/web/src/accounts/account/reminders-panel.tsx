import type { ReminderSettings } from '@ardhi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfig } from '../../lib/http/config.tsx';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Checkbox } from '../../ui/forms/choice.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { accountKeys, remindersQuery } from './queries.ts';

const SWITCHES = ['harvest', 'service', 'programme', 'mail'] as const;

/** Reminder settings of a farmer. Each switch saves immediately; the mail switch needs a mail server. */
export function RemindersPanel() {
  const t = useT();
  const user = useUser();
  const { mail } = useConfig();
  const client = useQueryClient();
  const settings = useQuery(remindersQuery);
  const saveSettings = useKeyedCall('PUT /reminders/settings');
  const save = useMutation({
    // Runs saves one at a time, so that the last change wins.
    scope: { id: 'reminders' },
    mutationFn: (body: ReminderSettings) => saveSettings({ body }),
    onMutate: (body) => client.setQueryData(remindersQuery.queryKey, body),
    onError: (error) => {
      toast.failed(serverMessage(error) ?? t('account.noConnection'));
      void client.invalidateQueries({ queryKey: accountKeys.reminders });
    },
  });
  const { data } = settings;
  return (
    <Panel title={t('account.reminders.title')} note={t('account.reminders.note')}>
      {settings.isError && !data ? (
        <LoadError query={settings} headline={t('account.reminders.failed')} />
      ) : (
        SWITCHES.filter((name) => name !== 'mail' || mail).map((name) => (
          <Checkbox
            key={name}
            label={t(`account.reminders.${name}`)}
            hint={name === 'mail' && !user.emailConfirmed ? t('account.reminders.mailHint') : undefined}
            checked={data?.[name] ?? false}
            disabled={!data}
            onChange={(event) => data && save.mutate({ ...data, [name]: event.target.checked })}
          />
        ))
      )}
    </Panel>
  );
}
