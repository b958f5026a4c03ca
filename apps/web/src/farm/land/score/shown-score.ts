import type { ScoreSummary } from '@ardhi/contract';

/** A parcel without records has the initial score 50 in the API, but none on screen. */
export function shownScore(parcel: { sustainabilityScore: number; score: ScoreSummary }): number | null {
  return parcel.score.status === 'initial' ? null : parcel.sustainabilityScore;
}
