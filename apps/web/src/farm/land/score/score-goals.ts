/** Goals that a score can reach. Programmes are of a higher floor, which registers them here. */
import type { Parcel } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';

export interface ScoreGoal {
  name: string;
  amount: number;
  minScore: number;
}

type Goals = (client: QueryClient, parcel: Parcel) => Promise<ScoreGoal[]>;

let registered: Goals = async () => [];

/** `goals` returns what only the score of the parcel is missing for, from the cache. */
export function registerScoreGoals(goals: Goals): void {
  registered = goals;
}

export const scoreGoals: Goals = (client, parcel) => registered(client, parcel);
