import type { ApprovalRequirements } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { useApprovalRequirements } from './queries.ts';

/** States before an approval what it will do; `VotesLine` states the programme's threshold. */
export function ApprovalNote({ id, amount }: { id: string; amount: number }) {
  const t = useT();
  const requirements = useApprovalRequirements(id);
  const texts = useApprovalTexts(requirements.data, amount);
  return (
    <>
      <LoadError query={requirements} headline={t('subsidies.approval.failed')} />
      {texts.length > 0 && (
        <p role="status" className="text-sm font-semibold">
          {texts.join(' ')}
        </p>
      )}
    </>
  );
}

/** The official's limits for one case, and what an approval will do. */
export function ApprovalLimits({ id, amount }: { id: string; amount: number }) {
  const t = useT();
  const format = useFormat();
  const { data } = useApprovalRequirements(id);
  const isLimited = data && (data.limit !== null || data.monthLimit !== null);
  const entries: [label: string, value: string][] = isLimited
    ? [
        [
          t('subsidies.approval.yourLimit'),
          data.limit === null ? t('subsidies.approval.none') : format.money(data.limit),
        ],
        [
          t('subsidies.approval.yourMonth'),
          data.monthLimit === null
            ? format.money(data.monthApproved)
            : t('subsidies.approval.monthOf', {
                approved: format.money(data.monthApproved),
                limit: format.money(data.monthLimit),
              }),
        ],
      ]
    : [];
  return (
    <div className="mb-3 space-y-2 empty:hidden">
      <ApprovalNote id={id} amount={amount} />
      {entries.length > 0 && (
        <dl className="space-y-1 text-sm">
          {entries.map(([label, value]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="num ml-auto text-right">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function useApprovalTexts(requirements: ApprovalRequirements | undefined, amount: number): string[] {
  const t = useT();
  const format = useFormat();
  if (!requirements) return [];
  const { reason, refusal, firstBy, limit, monthLimit, monthApproved, total, covered } = requirements;
  const { rejectedBefore, secondLevel, meets } = requirements;
  if (refusal !== null) return [refusal];
  const texts = [
    meets === false && t('subsidies.approval.meetsNot'),
    rejectedBefore && t('subsidies.approval.rejectedBefore'),
    firstBy !== null && t('subsidies.approval.second', { name: firstBy || t('subsidies.deletedAccount') }),
    reason === 'limit' && t('subsidies.approval.limit', { limit: format.money(limit ?? 0) }),
    reason === 'restore' && t('subsidies.approval.restore'),
    reason === 'month' &&
      t('subsidies.approval.month', {
        limit: format.money(monthLimit ?? 0),
        approved: format.money(monthApproved),
      }),
    reason && secondLevel && t(`subsidies.approval.from.${secondLevel}`),
    reason && total > amount && t('subsidies.approval.total', { total: format.money(total) }),
    reason &&
      !covered &&
      (reason === 'month'
        ? t('subsidies.approval.coverMonth', { amount: format.money(amount) })
        : t('subsidies.approval.cover', { total: format.money(total) })),
  ];
  return texts.filter((text) => typeof text === 'string');
}
