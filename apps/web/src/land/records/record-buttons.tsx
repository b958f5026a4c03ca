import { Pencil, Trash2 } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface RecordButtonsProps {
  /** The record in words, so that each button says what it is about. */
  what: string;
  onCorrect: () => void;
  onDelete: () => void;
}

export function RecordButtons({ what, onCorrect, onDelete }: RecordButtonsProps) {
  const t = useT();
  return (
    <>
      <IconButton
        size="small"
        label={t('land.record.correct', { what })}
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={onCorrect}
      />
      <IconButton
        size="small"
        label={t('land.record.delete', { what })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={onDelete}
      />
    </>
  );
}
