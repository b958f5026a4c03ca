/** Kinds of tasks, in the order of a season. */
export const TASK_KINDS = [
  'plant',
  'planting-fertilizer',
  'weed',
  'scout',
  'top-dress',
  'water',
  'stop-spraying',
  'harvest',
  'dry',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Origin of a task's numbers: docs/season-plan.md#sources. */
export const PLAN_SOURCES = [
  'growing-period',
  'climate',
  'stages',
  'water-need',
  'removal',
  'grades',
  'hazard',
  'harvest-form',
  'own-dates',
  'own-records',
] as const;
export type PlanSource = (typeof PLAN_SOURCES)[number];

/** First or second time in a season. */
type Round = 1 | 2;

/** An amount of fertilizer for the crop's part of the parcel. */
interface Dose {
  /** As the farmer wrote it last, else the table's product. */
  product: string;
  kg: number;
  /** P2O5 or nitrogen: what the expected harvest needs, and what was already recorded. */
  neededKg: number;
  recordedKg: number;
  yieldTPerHa: number;
}

export interface TaskValues {
  /** The month's usual rain, and half of its evapotranspiration. */
  plant: { county: string; rainMm: number; halfEvaporationMm: number };
  'planting-fertilizer': Dose;
  weed: { round: Round };
  scout: { round: Round };
  'top-dress': Dose;
  /** Water of the week; `litres` without what was recorded in it. */
  water: { county: string; litres: number; litresPerDay: number; needMm: number; rainMm: number };
  /** The product that was sprayed last in this season, and its WHO class if known. */
  'stop-spraying': { product: string; sprayedOn: string; whoClass: string | null };
  harvest: { yieldTPerHa: number; days: number };
  dry: { harvestForm: string };
}

/** One task of the plan. Dates are inclusive. */
export type PlanTask = {
  [Kind in TaskKind]: {
    /** The same for the same task on every day. */
    id: string;
    kind: Kind;
    /** The crop record; null for a parcel without a crop. */
    cropId: string | null;
    /** Key of the crop; empty without a crop. */
    crop: string;
    from: string;
    to: string;
    values: TaskValues[Kind];
    sources: readonly PlanSource[];
  };
}[TaskKind];

export type TaskOf<Kind extends TaskKind> = Extract<PlanTask, { kind: Kind }>;
