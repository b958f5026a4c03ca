import type {
  ActionKey,
  Band,
  ComponentKey,
  EvidenceCode,
  EvidenceSource,
  EvidenceUnit,
  HarvestForm,
  MissingCode,
  NoteCode,
  Region,
  Status,
} from './codes.ts';

/** Dates are YYYY-MM-DD in Africa/Nairobi. */
export interface CropRecord {
  id: string;
  name: string;
  plantingDate: string;
  harvestDate?: string | null;
  /** 0: crop failure; null: not recorded. */
  yieldTonsPerHectare?: number | null;
  /** Share of the parcel, 0 < x <= 1; by default overlapping crops split the parcel equally. */
  areaShare?: number | null;
}

export interface WaterRecord {
  id: string;
  date: string;
  litres: number;
}

export interface FertilizerRecord {
  id: string;
  date: string;
  type: string;
  kg: number;
}

export interface PesticideRecord {
  id: string;
  date: string;
  product: string;
  /** kg or litres: one litre of product counts as one kg. */
  amount: number;
}

export type IrrigationDeclaration = 'recorded' | 'rain-fed' | 'unknown';
export type UseDeclaration = 'recorded' | 'none' | 'unknown';

export interface Declarations {
  irrigation: IrrigationDeclaration;
  fertilizer: UseDeclaration;
  pesticide: UseDeclaration;
}

/** Location data of a parcel, all optional. */
export interface Place {
  county?: string | null;
  address?: string | null;
  lat?: number | null;
  lon?: number | null;
}

export interface ParcelInput extends Place {
  id?: string | null;
  sizeAcres: number;
  soilType?: string | null;
  declarations?: Partial<Declarations> | null;
}

export interface ScoreInput {
  parcel: ParcelInput;
  crops?: readonly CropRecord[];
  water?: readonly WaterRecord[];
  fertilizer?: readonly FertilizerRecord[];
  pesticides?: readonly PesticideRecord[];
}

export interface Evidence {
  code: EvidenceCode;
  /** For evidence about one crop: its key, or its text if unrecognised. */
  subject?: string;
  /** null: unbounded, such as the nitrogen use efficiency of a harvest without any input. */
  value: number | string | boolean | null;
  unit: EvidenceUnit | null;
  recordIds: string[];
  source: EvidenceSource;
}

export interface Missing {
  code: MissingCode;
}

export interface Note {
  code: NoteCode;
  values: Record<string, number | string>;
  recordIds: string[];
}

export interface Component {
  key: ComponentKey;
  weight: number;
  score: number | null;
  /** Value used in the total: the score, or 50 if it is missing. */
  effective: number;
  completeness: number;
  evidence: Evidence[];
  missing: Missing[];
  notes: Note[];
}

/** The crops and dates that an advice means: crop keys, or names as entered, newest first and separated by commas. */
export interface Meant {
  crops: string;
  from: string;
  to: string;
}

export interface ActionValues {
  /** The season with the largest excess. */
  'irrigate-to-requirement': Meant & {
    litresNow: number;
    litresTarget: number;
    reductionPct: number;
    seasonLitres: number;
    seasonNeededLitres: number;
  };
  /** `product…`: kg of the products that contain the nitrogen. */
  'less-mineral-nitrogen': Meant & {
    nitrogenKgNow: number;
    nitrogenKgTarget: number;
    reductionPct: number;
    productKgNow: number;
    productKgTarget: number;
  };
  /** `stepKg`: what a farmer can spread at once; less than the whole amount if that is out of reach. */
  'return-nutrients': Meant & { manureKg: number; nitrogenKg: number; stepKg: number };
  'organic-matter': Meant & {
    compostKg: number;
    tonsPerHaYearNow: number;
    tonsPerHaYearTarget: number;
    stepKg: number;
  };
  /** The last crop, and the days without a crop since then. */
  'cover-soil': Meant & { coverPctNow: number; coverPctTarget: number };
  diversify: Meant & { effectiveSpeciesNow: number; legumePctNow: number; legumePctTarget: number };
  /** The crop farthest below its reference yield in its newest harvest, and the number of crops below theirs. */
  'yield-gap': Meant & {
    crop: string;
    yieldNow: number;
    yieldTarget: number;
    yieldStep: number;
    harvestForm: HarvestForm;
    cropsBelow: number;
  };
  /** The last such spraying. */
  'safer-spraying': Meant & { fieldEiqNow: number; fieldEiqTarget: number; hazardousRecords: number };
}

export type Action = {
  [Key in ActionKey]: {
    key: Key;
    /** Rounded to one decimal. */
    gainPoints: number;
    /** Components whose score the action raises. */
    components: ComponentKey[];
    values: ActionValues[Key];
  };
}[ActionKey];

/** The missing component with the highest weight. Raises confidence, not necessarily the score. */
export interface NextEvidence {
  component: ComponentKey;
  code: MissingCode;
  confidenceGain: number;
}

/** One season; null if unknown. */
export interface SeasonFigures {
  recordId: string;
  /** As entered by the farmer. */
  name: string;
  from: string;
  to: string;
  waterLitres: number | null;
  /** Irrigation need in addition to the county's average rainfall. */
  waterNeededLitres: number | null;
  /** Declared rain-fed, without water records: then only rain counts against the need. */
  rainFed: boolean;
  /** Average rain that the crop can use, and all the water it needs. */
  rainMm: number | null;
  rainNeededMm: number | null;
  /** From recognised fertilizers. */
  nitrogenKg: number | null;
  /** Nitrogen that the harvest removed from the soil. */
  nitrogenNeededKg: number | null;
  yieldTPerHa: number | null;
  usualYieldTPerHa: number | null;
}

export interface ScoreResult {
  parcelId: string | null;
  asOf: string;
  engineVersion: string;
  tablesVersion: string;
  inputsHash: string;
  score: number;
  raw: number;
  confidencePct: number;
  status: Status;
  band: Band;
  county: string | null;
  region: Region | null;
  components: Component[];
  actions: Action[];
  nextEvidence: NextEvidence | null;
}
