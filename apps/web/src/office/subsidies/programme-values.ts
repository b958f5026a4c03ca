/** Converts a programme to form values, and form values to a request body. */
import type { ManagedSubsidy, Region } from '@ardhi/contract';
import { numberIn } from '../../lib/forms/checks.ts';

export interface ProgrammeValues {
  name: string;
  description: string;
  nameSw: string;
  descriptionSw: string;
  amount: string;
  closesOn: string;
  secondAbove: string;
  rules: {
    regions: Region[];
    counties: string[];
    crops: string[];
    minAcres: string;
    maxAcres: string;
    minScore: string;
    minConfidence: string;
  };
}

const text = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export function programmeValues(programme?: ManagedSubsidy): ProgrammeValues {
  const rules = programme?.rules;
  return {
    name: programme?.name ?? '',
    description: programme?.description ?? '',
    nameSw: programme?.nameSw ?? '',
    descriptionSw: programme?.descriptionSw ?? '',
    amount: text(programme?.amount),
    closesOn: programme?.closesOn ?? '',
    secondAbove: text(programme?.secondAbove),
    rules: {
      regions: rules?.regions ?? [],
      counties: rules?.counties ?? [],
      crops: rules?.crops ?? [],
      minAcres: text(rules?.minAcres),
      maxAcres: text(rules?.maxAcres),
      minScore: text(rules?.minScore),
      minConfidence: text(rules?.minConfidence),
    },
  };
}

export function programmeBody({
  name,
  description,
  nameSw,
  descriptionSw,
  amount,
  closesOn,
  secondAbove,
  rules,
}: ProgrammeValues) {
  return {
    name: name.trim(),
    description: description.trim(),
    nameSw: nameSw.trim() || null,
    descriptionSw: descriptionSw.trim() || null,
    amount: numberIn(amount) ?? 0,
    closesOn: closesOn || null,
    secondAbove: numberIn(secondAbove) ?? null,
    rules: {
      regions: rules.regions,
      counties: rules.counties,
      crops: rules.crops,
      minAcres: numberIn(rules.minAcres),
      maxAcres: numberIn(rules.maxAcres),
      minScore: numberIn(rules.minScore),
      minConfidence: numberIn(rules.minConfidence),
    },
  };
}

export function hasRules({ rules }: ProgrammeValues): boolean {
  return Object.values(rules).some((rule) => rule.length > 0);
}
