/** Height of the rows in officials' lists, stored under `rows`: compact unless the official chose otherwise. */
import { Rows2, Rows4 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/device/storage.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { IconButton } from '../controls/icon-button.tsx';

const KEY = 'rows';
const listeners = new Set<() => void>();
const isCompact = () => storage.get(KEY) !== 'comfortable';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCompact = (): boolean => useSyncExternalStore(subscribe, isCompact, () => true);

export function DensityButton() {
  const t = useT();
  const compact = useCompact();
  const Icon = compact ? Rows2 : Rows4;
  return (
    <IconButton
      className="max-lg:hidden"
      size="small"
      variant="plain"
      label={t(compact ? 'ui.rows.comfortable' : 'ui.rows.compact')}
      icon={<Icon size={18} aria-hidden="true" />}
      onClick={() => {
        storage.set(KEY, compact ? 'comfortable' : 'compact');
        for (const listener of listeners) listener();
      }}
    />
  );
}
