import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useWide } from '../../../lib/page/use-wide.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';

interface RecordButtonsProps {
  /** Short text of the record, for the accessible labels. */
  what: string;
  onCorrect: () => void;
  onDelete: () => void;
}

/** On a phone the actions are in a menu. */
export function RecordButtons({ what, onCorrect, onDelete }: RecordButtonsProps) {
  const t = useT();
  const wide = useWide();
  if (!wide) {
    return (
      <Menu
        label={t('land.record.actions', { what })}
        icon={<EllipsisVertical size={20} aria-hidden="true" />}
        iconOnly
        items={[
          { key: 'correct', label: t('land.record.correctShort'), onSelect: onCorrect },
          { key: 'delete', label: t('land.record.deleteShort'), onSelect: onDelete, danger: true },
        ]}
      />
    );
  }
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
