/** How a parcel's score came to be what it is. */
import type { ScoreStatus } from '@ardhi/contract';
import { partsOf, type ScoreParts } from '../../farm/land/score-history.ts';
import { type Day, momentOf } from '../calendar.ts';
import { daysOf, entriesOf } from './field-book.ts';
import { type DemoParcel, scoreOn } from './parcel.ts';

export interface ScoreChange {
  on: Day;
  at: number;
  from: number;
  score: number;
  confidence: number;
  status: ScoreStatus;
  parts: ScoreParts;
  /** False where only the window moved. */
  byRecord: boolean;
}

const YEAR = 400;
/** The night's computation is followed this often: what moves by the window alone moves slowly. */
const NIGHTS = 122;

/** The changes of the whole score in the last year, as records came in and the window moved. */
export function historyOf(parcel: DemoParcel): ScoreChange[] {
  const asOf = parcel.scoredOn;
  const entered = daysOf(parcel.book);
  const first = entered[0];
  if (first === undefined) return [];
  const start = asOf - YEAR;
  const events = new Set(entered.filter((day) => day > start));
  const days = new Set(events);
  for (let night = asOf; night > Math.max(start, first); night -= NIGHTS) days.add(night);
  if (first <= start) days.add(start);

  const changes: ScoreChange[] = [];
  let from = 50;
  for (const on of [...days].sort((left, right) => left - right)) {
    const result = on === asOf ? parcel.result : scoreOn(parcel.row, parcel.book, on);
    if (result.score === from) continue;
    const byRecord = events.has(on);
    changes.push({
      on,
      at: byRecord ? lastEntry(parcel, on) : momentOf(on, 0),
      from,
      score: result.score,
      confidence: result.confidencePct,
      status: result.status,
      parts: partsOf(result),
      byRecord,
    });
    from = result.score;
  }
  return changes;
}

function lastEntry({ book }: DemoParcel, on: Day): number {
  const moments = entriesOf(book)
    .filter(({ enteredOn }) => enteredOn === on)
    .map(({ enteredAt }) => enteredAt);
  for (const { confirmed } of book.crops) if (confirmed?.on === on) moments.push(confirmed.at);
  return Math.max(...moments);
}
