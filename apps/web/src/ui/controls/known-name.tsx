/** Typed names with the reader's word beside them: "Maize (Mahindi)". Stored, sent and searched names stay as typed. */
import type { NamedKind } from '@ardhi/agronomy';
import { useLanguage } from '../../lib/text/i18n.tsx';
import { useReferenceTables } from '../../lib/text/use-reference-tables.ts';

interface KnownNameProps {
  typed: string;
  kind: NamedKind;
}

/** The word takes what the typed name leaves of its line, so that it never adds a line. */
export function KnownName({ typed, kind }: KnownNameProps) {
  const { language } = useLanguage();
  const word = useReferenceTables()?.readersWord(typed, kind, language);
  if (!word) return <>{typed}</>;
  return (
    <span className="inline-flex max-w-full" title={`${typed} (${word})`}>
      <span className="max-w-full shrink-0">{typed}</span>
      <span className="line-clamp-1 min-w-0 font-normal whitespace-pre-wrap text-muted">{` (${word})`}</span>
    </span>
  );
}

/** The reader's word alone, else the typed name. */
export function useReadersWords(kind: NamedKind): (typed: string) => string {
  const { language } = useLanguage();
  const tables = useReferenceTables();
  return (typed) => tables?.readersWord(typed, kind, language) ?? typed;
}

/** For text in which names are only a part. */
export function useKnownNames(kind: NamedKind): (typed: string) => string {
  const wordOf = useReadersWords(kind);
  return (typed) => (wordOf(typed) === typed ? typed : `${typed} (${wordOf(typed)})`);
}
