import type { EvidenceCode, EvidenceSource, EvidenceUnit, NoteCode } from '../codes.ts';
import type { Evidence, Note } from '../types.ts';

/** Evidence and notes shown for a scored component. */
export interface Explanation {
  evidence: Evidence[];
  notes: Note[];
}

interface Recorded {
  recordId: string;
}

export function evidence(
  code: EvidenceCode,
  value: number | string | boolean,
  unit: EvidenceUnit | null,
  source: EvidenceSource,
  records: readonly Recorded[] = [],
): Evidence {
  return { code, value: finiteOrNull(value), unit, recordIds: idsOf(records), source };
}

/** Evidence about a single crop. */
export function cropEvidence(
  code: EvidenceCode,
  season: { recordId: string; species: string },
  value: number,
  unit: EvidenceUnit,
): Evidence {
  const { recordId, species } = season;
  return {
    code,
    subject: species,
    value: finiteOrNull(value),
    unit,
    recordIds: [recordId],
    source: 'derived',
  };
}

export function note(
  code: NoteCode,
  values: Record<string, number | string> = {},
  records: readonly Recorded[] = [],
): Note {
  return { code, values, recordIds: idsOf(records) };
}

/** A note on the records that match; no note if none does. */
export function noteOn<T extends Recorded>(
  code: NoteCode,
  records: readonly T[],
  isNoted: (record: T) => boolean = () => true,
): Note[] {
  const noted = records.filter(isNoted);
  return noted.length === 0 ? [] : [note(code, { records: noted.length }, noted)];
}

function idsOf(records: readonly Recorded[]): string[] {
  return records.map((record) => record.recordId);
}

/** JSON cannot represent infinity. */
function finiteOrNull<T extends number | string | boolean>(value: T): T | null {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
