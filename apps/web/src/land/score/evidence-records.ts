/** Which history a piece of evidence was taken from, so that it can be looked up there. */
import type { EvidenceCode } from '@ardhi/agronomy';

export type RecordKind = 'crops' | 'water' | 'fertilizer' | 'pesticides';

/** The anchor of a history on the parcel's page. */
export const historyAnchor = (kind: RecordKind) => `history-${kind}`;

export const EVIDENCE_RECORDS: Record<EvidenceCode, RecordKind | null> = {
  'water-applied': 'water',
  'water-required': 'crops',
  'water-ratio': null,
  'water-use-score': null,
  county: null,
  'application-efficiency': null,
  'water-productivity': 'crops',
  'water-productivity-score': null,
  'nitrogen-use-efficiency': null,
  'nitrogen-surplus': null,
  'nitrogen-efficiency-score': null,
  'nitrogen-surplus-factor': null,
  'balance-from': null,
  'balance-to': null,
  'balance-years': null,
  'nitrogen-mineral': 'fertilizer',
  'nitrogen-organic': 'fertilizer',
  'nitrogen-fixed': 'crops',
  'nitrogen-in': null,
  'nitrogen-out': 'crops',
  'phosphorus-balance': null,
  'potassium-balance': null,
  'emissions-total': null,
  'emissions-fertilizer': 'fertilizer',
  'emissions-nitrous-oxide': null,
  'emissions-per-hectare-year': null,
  'emissions-per-kg-nitrogen': null,
  'climate-class': null,
  'effective-species': 'crops',
  'perennial-only': 'crops',
  'legume-share': null,
  'species-score': null,
  'legume-score': null,
  'rotation-score': null,
  'soil-cover': 'crops',
  'soil-cover-score': null,
  'organic-matter': 'fertilizer',
  'organic-matter-score': null,
  'soil-fit': null,
  'relative-yield': 'crops',
  'field-eiq': 'pesticides',
  'highly-hazardous': 'pesticides',
};
