/** The answer to a record: how it moved the score, why it fell, and which programme is near. */
import type { ParcelScore, ScoreAction, ScoreComponentKey } from '@ardhi/contract';
import type { ScoreGoal } from './score-goals.ts';

type Scored = Pick<ParcelScore, 'sustainabilityScore' | 'components' | 'actions' | 'status'>;

export interface ScoreAnswer {
  from: number;
  to: number;
  /** Set if the score fell: the part that fell most, its points, and the advice that raises it again. */
  fall: { component: ScoreComponentKey; points: number; action: ScoreAction | undefined } | null;
  /** The nearest goal above the score. */
  goal: { name: string; amount: number; points: number } | null;
  /** A goal that this record reached. */
  reached: ScoreGoal | null;
}

/** Points of the whole score. */
const pointsOf = ({ components }: Scored, key: ScoreComponentKey) => {
  const component = components.find((one) => one.key === key);
  return component ? (component.weight * component.effective) / 100 : 0;
};

export function scoreAnswer(before: Scored, after: Scored, goals: readonly ScoreGoal[]): ScoreAnswer {
  const [from, to] = [before.sustainabilityScore, after.sustainabilityScore];
  const [most] = after.components
    .map(({ key }) => ({ component: key, points: pointsOf(after, key) - pointsOf(before, key) }))
    .sort((a, b) => a.points - b.points);
  const [nearest] = goals.filter(({ minScore }) => minScore > to).sort((a, b) => a.minScore - b.minScore);
  return {
    from,
    to,
    fall:
      to < from && most && most.points < 0
        ? { ...most, action: after.actions.find(({ components }) => components.includes(most.component)) }
        : null,
    goal: nearest ? { ...nearest, points: Math.ceil(nearest.minScore - to) } : null,
    reached: goals.find(({ minScore }) => from < minScore && to >= minScore) ?? null,
  };
}
