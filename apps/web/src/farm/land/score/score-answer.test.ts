import type { ParcelScore } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { scoreAnswer } from './score-answer.ts';

const REWARD = { name: 'Reward', amount: 24_000, minScore: 75 };
const TANK = { name: 'Tank', amount: 60_000, minScore: 90 };

/** The rest of the score is the same before and after. */
function scored(total: number, nitrogen: number, water: number): ParcelScore {
  return {
    sustainabilityScore: total,
    status: 'assessed',
    components: [
      { key: 'nitrogen', weight: 20, effective: nitrogen },
      { key: 'water', weight: 20, effective: water },
    ],
    actions: [{ key: 'less-mineral-nitrogen', components: ['nitrogen'], gainPoints: 5 }],
  } as unknown as ParcelScore;
}

it('names the change and the points to the nearest programme', () => {
  expect(scoreAnswer(scored(57, 50, 50), scored(66, 95, 50), [TANK, REWARD])).toEqual({
    from: 57,
    to: 66,
    fall: null,
    goal: { ...REWARD, points: 9 },
    reached: null,
  });
});

it('names a programme that the record reached, and then the next one', () => {
  expect(scoreAnswer(scored(70, 50, 50), scored(75, 75, 50), [REWARD, TANK])).toMatchObject({
    reached: REWARD,
    goal: { name: 'Tank', points: 15 },
  });
});

it('says which part of the score fell most, and the advice that raises it', () => {
  expect(scoreAnswer(scored(63, 80, 60), scored(58, 50, 65), []).fall).toEqual({
    component: 'nitrogen',
    points: -6,
    action: expect.objectContaining({ key: 'less-mineral-nitrogen' }),
  });
  expect(scoreAnswer(scored(63, 80, 60), scored(62, 80, 55), []).fall).toMatchObject({
    component: 'water',
    action: undefined,
  });
});
