import type { ScoreSummary } from '@ardhi/contract';

/** The score as screens show it: a parcel without records has the initial 50 in the API and none on screen. */
export function shownScore(parcel: { sustainabilityScore: number; score: ScoreSummary }): number | null {
  return parcel.score.status === 'initial' ? null : parcel.sustainabilityScore;
}
