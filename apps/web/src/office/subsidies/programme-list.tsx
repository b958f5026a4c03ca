import type { Programme } from '@ardhi/contract';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useWide } from '../../lib/page/use-wide.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BudgetLine } from './budget.tsx';
import { useProgrammes } from './queries.ts';
import { useRuleLabels } from './rule-labels.ts';

interface ProgrammeListProps {
  chosen: Programme | null;
  onChoose: (programme: Programme) => void;
}

/** Rows on a phone before "Show all". */
const SHOWN_AT_FIRST = 3;

/** Programmes for which the farmer qualifies, then those without rules, then the others. */
const rankOf = ({ meets }: Programme) => (meets ? 0 : meets === null ? 1 : 2);

/** Open programmes as rows, by the farmer's eligibility; rules and remaining budget are opened on demand. */
export function ProgrammeList({ chosen, onChoose }: ProgrammeListProps) {
  const t = useT();
  const wide = useWide();
  const [all, setAll] = useState(false);
  const query = useProgrammes();
  const programmes = query.data?.rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  // The chosen programme stays visible.
  const shown = programmes?.filter(
    ({ _id }, index) => wide || all || index < SHOWN_AT_FIRST || _id === chosen?._id,
  );
  return (
    <Panel title={t('subsidies.programmes')} aria-busy={query.isPending || undefined}>
      <LoadError query={query} headline={t('subsidies.error.programmes')} />
      {query.isPending && <SkeletonList className="space-y-6" />}
      {programmes?.length === 0 && <p className="text-muted">{t('subsidies.noProgrammes')}</p>}
      {shown && shown.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map((programme) => (
            <ProgrammeRow
              key={programme._id}
              programme={programme}
              chosen={programme._id === chosen?._id}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
      {programmes && shown && shown.length < programmes.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          {t('subsidies.programmesAll', { count: programmes.length })}
        </Button>
      )}
    </Panel>
  );
}

function ProgrammeRow({
  programme,
  chosen,
  onChoose,
}: {
  programme: Programme;
  chosen: boolean;
  onChoose: (programme: Programme) => void;
}) {
  const t = useT();
  const format = useFormat();
  const name = useTranslated()(programme.name, programme.nameSw);
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <li className="py-1.5 first:pt-0 last:pb-0">
      <div className="flex items-center gap-3">
        <h3 className="min-w-0 flex-1 font-sans text-base">
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2 text-left"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <span className="min-w-0 flex-1">
              {name}
              <span className="flex flex-wrap items-center gap-x-2 text-sm font-normal text-muted">
                {programme.meets !== null && (
                  <Badge tone={programme.meets ? 'ok' : 'wait'} className="whitespace-normal!">
                    {t(programme.meets ? 'subsidies.programme.meets' : 'subsidies.programme.meetsNot')}
                  </Badge>
                )}
                {programme.closesOn &&
                  t('subsidies.programme.closes', { date: format.date(programme.closesOn, 'medium') })}
              </span>
            </span>
            <ChevronDown
              size={18}
              aria-hidden="true"
              className={cx('shrink-0 text-muted transition-transform', open && 'rotate-180')}
            />
          </button>
        </h3>
        <Button
          variant={chosen ? 'quiet' : 'plain'}
          aria-label={t('subsidies.programme.applyTo', { name })}
          aria-pressed={chosen}
          onClick={() => onChoose(programme)}
        >
          {t(chosen ? 'subsidies.programme.chosen' : 'subsidies.programme.apply')}
        </Button>
      </div>
      <div id={id} hidden={!open} className="pt-1 pb-2">
        {open && <ProgrammeDetails programme={programme} />}
      </div>
    </li>
  );
}

function ProgrammeDetails({ programme }: { programme: Programme }) {
  const t = useT();
  const format = useFormat();
  const translated = useTranslated();
  const ruleTexts = useRuleLabels().wanted(programme.rules);
  return (
    <>
      <p className="prose whitespace-pre-line text-muted">
        {translated(programme.description, programme.descriptionSw)}
      </p>
      {programme.reference && (
        <p className="mt-1 text-sm text-muted">
          {t('subsidies.reference', { reference: programme.reference })}
        </p>
      )}
      {ruleTexts.length > 0 && <p className="mt-2 text-sm">{ruleTexts.join(' · ')}</p>}
      <div className="mt-3 max-w-lg">
        <BudgetLine
          amount={programme.amountLeft}
          budget={programme.amount}
          text={t('subsidies.programme.left', {
            left: format.money(programme.amountLeft),
            budget: format.money(programme.amount),
          })}
        />
      </div>
    </>
  );
}
