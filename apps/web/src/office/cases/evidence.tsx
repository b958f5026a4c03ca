/** Evidence for decisions, shared by the application page and the farmer page. */
import type { CaseApplication, CaseParcel, Difference, Evidence } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { bboxOf, joinBboxes } from '@ardhi/geo';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useStrips } from '../../farm/boundaries/use-strips.ts';
import { historyAnchor } from '../../farm/land/records/kinds.ts';
import { ScoreComponentRow } from '../../farm/land/score/score-component-row.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { mapParcel } from '../../map/map-features.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { StatusBadge } from '../subsidies/status-badge.tsx';

/** Discrepancies, each with a link to the parcel or application concerned. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useT();
  if (differences.length === 0) return null;
  return (
    <ul aria-label={t('cases.differences')} className="mt-4 space-y-2">
      {differences.map((one) => (
        <li
          key={`${one.kind} ${one.parcel?._id ?? one.application?._id ?? ''}`}
          className="flex items-start gap-2 rounded-card bg-clay-soft px-3 py-2 font-semibold text-clay"
        >
          <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span className="min-w-0">
            <DifferenceText difference={one} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function DifferenceText({ difference }: { difference: Difference }) {
  const t = useT();
  const format = useFormat();
  const { kind, stated, found, parcel, application } = difference;
  const formatValue = kind === 'over-budget' ? format.money : format.area;
  const text = t(`cases.difference.${kind}`, {
    stated: formatValue(stated ?? 0),
    found: kind === 'open-overlap' ? (found ?? 0) : formatValue(found ?? 0),
    name: parcel?.name ?? application?.name ?? '',
  });
  const to = parcel ? paths.registerLand(parcel._id) : application && paths.subsidyCase(application._id);
  return to ? (
    <Link className="underline" to={to}>
      {text}
    </Link>
  ) : (
    text
  );
}

/** A map of the parcels with boundaries, and a list of all parcels with their records. */
export function Parcels({ parcels, farmerId }: { parcels: readonly CaseParcel[]; farmerId: string }) {
  const t = useT();
  const strips = useStrips({ farmerId });
  const drawn = useMemo(
    () =>
      parcels.flatMap(({ _id, name, score, boundary }) =>
        boundary ? [mapParcel({ landId: _id, ...boundary }, name, score)] : [],
      ),
    [parcels],
  );
  const bbox = useMemo(() => joinBboxes(drawn.map(({ shape }) => bboxOf(shape))), [drawn]);
  if (parcels.length === 0) return <p>{t('subsidies.rules.noParcelsOfficial')}</p>;
  return (
    <>
      {bbox && (
        <LazyMap
          className="mb-3 h-48 sm:h-72"
          cooperative
          label={t('cases.map', { count: drawn.length })}
          parcels={drawn}
          strips={strips}
          bbox={bbox}
        />
      )}
      <ul className="divide-y divide-line">
        {parcels.map((parcel) => (
          <ParcelLine key={parcel._id} parcel={parcel} />
        ))}
      </ul>
    </>
  );
}

function ParcelLine({ parcel }: { parcel: CaseParcel }) {
  const t = useT();
  const format = useFormat();
  const { crops, water, fertilizer, pesticides } = parcel.records;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link className="link font-semibold" to={paths.registerLand(parcel._id)}>
          {parcel.name}
        </Link>
        <span className="num" title={format.hectares(parcel.size)}>
          {format.area(parcel.size)}
        </span>
        <ScoreBadge score={parcel.score} />
        {parcel.openOverlaps > 0 && (
          <Badge tone="no">{t('cases.overlaps', { count: parcel.openOverlaps })}</Badge>
        )}
      </p>
      <p className="text-sm text-muted">
        {[
          parcel.county,
          parcel.score !== null &&
            t('subsidies.details.confidence', { percent: format.percent(parcel.confidence) }),
          crops + water + fertilizer + pesticides === 0
            ? t('cases.noRecords')
            : t('cases.records', { crops, water, fertilizer, pesticides }),
          parcel.boundary ? null : t('cases.noBoundary'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {parcel.components.length > 0 && (
        <Disclosure summary={t('cases.scoreOf')}>
          {parcel.components.map((component) => (
            <ScoreComponentRow
              key={component.key}
              component={component}
              recordsAt={(kind) =>
                kind === 'crops' ? `${paths.registerLand(parcel._id)}#${historyAnchor(kind)}` : null
              }
            />
          ))}
        </Disclosure>
      )}
    </li>
  );
}

/** The farmer's applications and their results. */
export function Applications({ applications }: { applications: readonly CaseApplication[] }) {
  const t = useT();
  const format = useFormat();
  if (applications.length === 0) return <p className="text-muted">{t('cases.noOthers')}</p>;
  return (
    <ul className="divide-y divide-line">
      {applications.map((one) => (
        <li key={one._id} className="py-2.5 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <Link className="link font-semibold" to={paths.subsidyCase(one._id)}>
              {one.name}
            </Link>
            <StatusBadge status={one.status} />
          </p>
          <p className="num text-sm text-muted">
            {[
              format.money(one.amount),
              one.programmeName,
              one.decidedAt
                ? t('cases.decidedOn', {
                    date: format.date(one.decidedAt, 'medium'),
                    name: one.decidedBy || t('subsidies.deletedAccount'),
                  })
                : format.date(one.createdAt, 'medium'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.reason && <p className="text-sm">{one.reason}</p>}
        </li>
      ))}
    </ul>
  );
}

export function Conversation({
  messages,
  farmerId,
  name,
}: {
  messages: Evidence['conversation'];
  farmerId: string | undefined;
  name: string;
}) {
  const t = useT();
  const format = useFormat();
  if (messages.length === 0)
    return (
      <>
        <p className="text-muted">{t('cases.noConversation')}</p>
        {farmerId && (
          <ButtonLink size="small" className="mt-3" to={paths.messageTo(farmerId)}>
            {t('cases.write')}
          </ButtonLink>
        )}
      </>
    );
  return (
    <ul className="space-y-3">
      {messages.map((one) => (
        <li key={one._id}>
          <p className="text-sm text-muted">
            {one.own ? t('cases.you') : name} · {format.date(one.createdAt, 'medium')}
          </p>
          <p className="line-clamp-3 whitespace-pre-line">{one.content}</p>
          <Link className="link text-sm" to={paths.messageThread(one.threadId)}>
            {one.subject}
          </Link>
        </li>
      ))}
    </ul>
  );
}
