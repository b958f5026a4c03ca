import type { Programme } from '@ardhi/contract';
import { CalendarClock } from 'lucide-react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
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

/** Open programmes with their remaining budget and the farmer's eligibility. */
export function ProgrammeList({ chosen, onChoose }: ProgrammeListProps) {
  const t = useT();
  const query = useProgrammes();
  const programmes = query.data?.rows;
  return (
    <Panel title={t('subsidies.programmes')} aria-busy={query.isPending || undefined}>
      <LoadError query={query} headline={t('subsidies.error.programmes')} />
      {query.isPending && <SkeletonList className="space-y-6" />}
      {programmes?.length === 0 && <p className="text-muted">{t('subsidies.noProgrammes')}</p>}
      {programmes && programmes.length > 0 && (
        <ul className="divide-y divide-line">
          {programmes.map((programme) => (
            <ProgrammeRow
              key={programme._id}
              programme={programme}
              chosen={programme._id === chosen?._id}
              onChoose={onChoose}
            />
          ))}
        </ul>
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
  const ruleTexts = useRuleLabels().wanted(programme.rules);
  return (
    <li className="grid gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3>{programme.name}</h3>
          {programme.meets !== null && (
            <Badge tone={programme.meets ? 'ok' : 'wait'}>
              {t(programme.meets ? 'subsidies.programme.meets' : 'subsidies.programme.meetsNot')}
            </Badge>
          )}
        </div>
        <p className="prose mt-1 whitespace-pre-line text-muted">{programme.description}</p>
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
        {programme.closesOn && (
          <p className="mt-2 flex items-center gap-2 text-sm text-muted">
            <CalendarClock size={16} aria-hidden="true" />
            {t('subsidies.programme.closes', { date: format.date(programme.closesOn) })}
          </p>
        )}
      </div>
      <Button
        variant={chosen ? 'quiet' : 'plain'}
        className="self-start max-sm:w-full"
        aria-label={t('subsidies.programme.applyTo', { name: programme.name })}
        aria-pressed={chosen}
        onClick={() => onChoose(programme)}
      >
        {t(chosen ? 'subsidies.programme.chosen' : 'subsidies.programme.apply')}
      </Button>
    </li>
  );
}
