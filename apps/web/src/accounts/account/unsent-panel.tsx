import { paths } from '@ardhi/contract/paths';
import { useT } from '../../lib/text/i18n.tsx';
import { useOutbox } from '../../outbox/current.ts';
import { isUnsent } from '../../outbox/entry.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

/** The number of unsent changes on this device, with a link to the sync page. */
export function UnsentPanel() {
  const t = useT();
  const count = useOutbox().entries.filter(isUnsent).length;
  return (
    <Panel title={t('account.unsent.title')}>
      <p className="text-muted">{t('account.unsent.text', { count })}</p>
      <p className="mt-4">
        <ButtonLink to={paths.sync}>{t('account.unsent.open')}</ButtonLink>
      </p>
    </Panel>
  );
}
