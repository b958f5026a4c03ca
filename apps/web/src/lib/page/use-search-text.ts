import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 300;

/** Debounced search field. A change of `q` from outside (Back, a link) updates the field without calling `onChange`. */
export function useSearchText(q: string | undefined, onChange: (typed: string | undefined) => void) {
  const [text, setText] = useState(q ?? '');
  const applied = useRef(q);
  const change = useRef(onChange);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    setText(q ?? '');
  }, [q]);
  useEffect(() => {
    const typed = text.trim() || undefined;
    if (typed === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = typed;
      change.current(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
