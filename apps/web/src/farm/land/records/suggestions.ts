/** Known names in both languages. The tables are large, so they load when a form opens, not with the page. */
import type { KnownCrop } from '@ardhi/agronomy';
import { useDeferredValue, useMemo } from 'react';
import { type Language, useLanguage } from '../../../lib/text/i18n.tsx';
import { useReferenceTables } from '../../../lib/text/use-reference-tables.ts';
import type { Suggestion } from '../../../ui/forms/field.tsx';

interface Named {
  name: string;
  swahili: string;
  aliases: readonly string[];
}

/** The name in the current language is the value; the other name and all aliases match while typing. */
export function toSuggestion({ name, swahili, aliases }: Named, language: Language): Suggestion {
  const [value, other] = language === 'sw' ? [swahili, name] : [name, swahili];
  const same = (one: string) => one.toLowerCase() === value.toLowerCase();
  return { value, also: [other, ...aliases].filter((one) => !same(one)) };
}

export type KnownNames = 'crops' | 'fertilizers' | 'pesticides';

export function useSuggestions(known: KnownNames): Suggestion[] {
  const { language } = useLanguage();
  const tables = useReferenceTables();
  // Not recomputed at every keystroke.
  return useMemo(() => {
    if (!tables) return [];
    const names: readonly Named[] = {
      crops: tables.knownCrops,
      fertilizers: tables.knownFertilizers,
      pesticides: tables.knownPesticides,
    }[known]();
    return names.map((one) => toSuggestion(one, language));
  }, [tables, known, language]);
}

export interface CropFacts extends KnownCrop {
  seasonDays: number;
}

/** Facts about the crop that a text names; deferred to keep typing responsive. */
export function useCropFacts(text: string): CropFacts | undefined {
  const tables = useReferenceTables();
  const name = useDeferredValue(text);
  return useMemo(() => {
    const crop = tables?.recogniseCrop(name);
    const known = crop && tables?.knownCrops().find(({ key }) => key === crop.key);
    return known ? { ...known, seasonDays: crop.seasonDays } : undefined;
  }, [tables, name]);
}
