import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { BudgetBar } from '../../ui/controls/progress.tsx';

/** A share of a budget as a thin bar with a text below. */
export function BudgetLine({ amount, budget, text }: { amount: number; budget: number; text: string }) {
  const percent = budget > 0 ? Math.min(100, (amount / budget) * 100) : 0;
  return (
    <div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded bg-grey-soft">
        <div className="h-full rounded bg-primary" style={{ width: `${percent}%` }} />
      </div>
      <p className="num mt-1 text-sm text-muted">{text}</p>
    </div>
  );
}

/** A programme's total, approved and remaining budget. */
export function ProgrammeBudget({
  programme,
}: {
  programme: { amount: number; approvedAmount: number | null; amountLeft: number | null };
}) {
  const t = useT();
  const format = useFormat();
  const approved = programme.approvedAmount ?? 0;
  return (
    <BudgetBar
      label={t('subsidies.details.budget')}
      total={programme.amount}
      totalText={format.money(programme.amount)}
      parts={[
        {
          label: t('subsidies.budget.approved'),
          amount: approved,
          text: format.money(approved),
          tone: 'spent',
        },
      ]}
      rest={{ label: t('subsidies.budget.left'), text: format.money(programme.amountLeft ?? 0) }}
    />
  );
}
