import { FileText } from 'lucide-react';
import { useT } from '../../../lib/text/i18n.tsx';
import { RECORD_ICONS } from '../records/icons.ts';
import { ADD_RECORD, RECORD_KINDS, type RecordKind } from '../records/kinds.ts';

interface QuickActionsProps {
  onRecord: (kind: RecordKind) => void;
  /** Omitted if there is no report. */
  onReport?: () => void;
  reportOpen?: boolean;
}

/** Most frequent actions, with large touch targets. */
export function QuickActions({ onRecord, onReport, reportOpen }: QuickActionsProps) {
  const t = useT();
  const buttonClass = 'btn justify-start text-left max-sm:px-3 max-sm:text-sm sm:min-h-13';
  return (
    <section
      aria-label={t('land.quickActions')}
      className="no-print grid grid-cols-2 gap-2 sm:gap-2.5 sm:grid-cols-3 lg:grid-cols-5"
    >
      {RECORD_KINDS.map((kind) => {
        const Icon = RECORD_ICONS[kind];
        return (
          <button key={kind} type="button" className={buttonClass} onClick={() => onRecord(kind)}>
            <Icon size={20} aria-hidden="true" className="shrink-0 text-primary" />
            {t(ADD_RECORD[kind])}
          </button>
        );
      })}
      {onReport && (
        <button
          type="button"
          className={`${buttonClass} max-sm:col-span-2`}
          aria-expanded={reportOpen}
          onClick={onReport}
        >
          <FileText size={20} aria-hidden="true" className="shrink-0 text-primary" />
          {t('land.action.report')}
        </button>
      )}
    </section>
  );
}
