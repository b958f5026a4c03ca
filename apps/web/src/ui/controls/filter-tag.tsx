import { X } from 'lucide-react';
import { useT } from '../../lib/text/i18n.tsx';

/** Active filter with a button to remove it. */
export function FilterTag({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t('ui.remove', { name })}
      onClick={onRemove}
      className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-3xl text-left bg-grey-soft px-3.5 py-1 text-sm font-semibold hover:bg-line sm:pointer-fine:min-h-9"
    >
      <span className="min-w-0 break-words">{name}</span>
      <X size={16} className="flex-none" aria-hidden="true" />
    </button>
  );
}
