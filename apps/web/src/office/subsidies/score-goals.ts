/** Programmes for which only the score of a parcel is missing, from the cached programmes and rule results. */
import type { EligibilityReport, Parcel, Programme } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ScoreGoal } from '../../farm/land/score/score-goals.ts';
import { cachedRows } from '../../lib/http/cached-rows.ts';
import { subsidyKeys } from './keys.ts';

export function programmeGoals(client: QueryClient, parcel: Parcel): ScoreGoal[] {
  return cachedRows<Programme>(client, subsidyKeys.programmes).flatMap((programme) => {
    const { _id, name, amount, rules } = programme;
    if (rules.minScore === null) return [];
    const report = client.getQueryData<EligibilityReport>(subsidyKeys.eligibility(_id));
    const results = report?.parcels.find((one) => one._id === parcel._id)?.rules;
    const isOnlyScoreMissing = results
      ? results.every(({ rule, met }) => met || rule === 'min-score')
      : hasNoOtherRule(programme);
    return isOnlyScoreMissing ? [{ name, amount, minScore: rules.minScore }] : [];
  });
}

function hasNoOtherRule({ rules }: Programme): boolean {
  const { regions, counties, crops, minAcres, maxAcres, minConfidence } = rules;
  const hasList = regions.length + counties.length + crops.length > 0;
  return !hasList && minAcres === null && maxAcres === null && minConfidence === null;
}
