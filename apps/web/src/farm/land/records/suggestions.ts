/** Known names in both languages. The tables are large, so they are fetched when a form is opened, not with the page. */
import type { KnownCrop } from '@ardhi/agronomy';
import { useDeferredValue, useMemo } from 'react';
import { type Language, useLanguage } from '../../../lib/text/i18n.tsx';
import { useTables } from '../../../lib/text/use-tables.ts';
import type { Suggestion } from '../../../ui/forms/field.tsx';

interface Named {
  name: string;
  swahili: string;
  aliases: readonly string[];
}

/** The chosen language's name first, the other beside it, every alias found while typing. */
export function toSuggestion({ name, swahili, aliases }: Named, language: Language): Suggestion {
  const [value, other] = language === 'sw' ? [swahili, name] : [name, swahili];
  const same = (one: string) => one.toLowerCase() === value.toLowerCase();
  return { value, also: [other, ...aliases].filter((one) => !same(one)) };
}

export type KnownNames = 'crops' | 'fertilizers' | 'pesticides';

export function useSuggestions(known: KnownNames): Suggestion[] {
  const { language } = useLanguage();
  const tables = useTables();
  // Once, not at every key.
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

/** What is known about the crop that a text names, a moment after the key that made it that text. */
export function useCropFacts(text: string): CropFacts | undefined {
  const tables = useTables();
  const name = useDeferredValue(text);
  return useMemo(() => {
    const crop = tables?.recogniseCrop(name);
    const known = crop && tables?.knownCrops().find(({ key }) => key === crop.key);
    return known ? { ...known, seasonDays: crop.seasonDays } : undefined;
  }, [tables, name]);
}
