import { X } from 'lucide-react';
import { useT } from '../lib/i18n.tsx';

/** A filter that is set, with a cross to lift it. */
export function FilterTag({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t('ui.remove', { name })}
      onClick={onRemove}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-grey-soft px-3.5 py-1 text-sm font-semibold hover:bg-line sm:pointer-fine:min-h-9"
    >
      {name}
      <X size={16} aria-hidden="true" />
    </button>
  );
}
