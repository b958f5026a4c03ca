/** More sheet with less frequently used pages. Loaded when opened. */

import { Link } from 'react-router';
import { useT } from '../lib/text/i18n.tsx';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { MORE_PLACES } from './more-places.ts';

export default function MoreSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog open onClose={onClose} title={t('places.more')}>
      <ul className="divide-y divide-line">
        {MORE_PLACES.map(({ to, icon: Icon, label }, index) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onClose}
              className="flex min-h-13 items-center gap-4 font-semibold hover:underline"
              data-autofocus={index === 0 || undefined}
            >
              <Icon size={22} aria-hidden="true" className="shrink-0 text-primary" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
