import type { StoredSetting } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { accountKeys, useStoredSettings } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

/** For national managers of an upgraded installation: switches each setting of release 0.2 to its safe default. */
export function SettingsPanel() {
  const t = useT();
  const settings = useStoredSettings();
  return (
    <Panel title={t('account.settings.title')} note={t('account.settings.note')}>
      <ul className="-mt-3">
        {settings.map((name) => (
          <li key={name} className="border-t border-line py-4 first:border-t-0">
            <Setting name={name} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Setting({ name: setting }: { name: StoredSetting }) {
  const t = useT();
  const confirm = useConfirm();
  const name = t(`account.settings.${setting}`);
  const safe = t(`account.settings.${setting}.safe`);
  const switchOn = useAccountWrite('DELETE /government/settings/{name}', {
    refetch: accountKeys.settings,
    onSuccess: () => toast.done(t('account.settings.done')),
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('account.settings.question', { name }),
      text: t('account.settings.questionText', { text: safe }),
      action: t('account.settings.switchOn'),
      isSafe: true,
    });
    if (isConfirmed) switchOn.mutate({ params: { name: setting } });
  };
  return (
    <>
      <h3 className="font-semibold">{name}</h3>
      <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_1fr]">
        <dt className="text-muted">{t('account.settings.now')}</dt>
        <dd>{t(`account.settings.${setting}.now`)}</dd>
        <dt className="text-muted">{t('account.settings.safe')}</dt>
        <dd>{safe}</dd>
      </dl>
      <Button
        size="small"
        className="mt-3"
        busy={switchOn.isPending}
        aria-label={t('account.settings.switchOnOf', { name })}
        onClick={ask}
      >
        {t('account.settings.switchOn')}
      </Button>
    </>
  );
}
