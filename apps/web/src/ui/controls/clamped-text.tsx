import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from './cx.ts';

interface ClampedTextProps {
  text: string;
  /** After the text, in the line of the button. */
  note?: ReactNode;
  className?: string;
}

/** Shows up to three lines of a text; a longer one can be expanded in place. */
export function ClampedText({ text, note, className }: ClampedTextProps) {
  const t = useT();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured again
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (!element || open) return;
    // One pixel: browsers round line heights.
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, text]);
  return (
    <>
      <p ref={paragraph} className={cx(className, !open && 'line-clamp-3')}>
        {text}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-fine text-muted empty:hidden sm:text-sm">
        {isCut && (
          <button type="button" className="link thumb" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'ui.showLess' : 'ui.showMore')}
          </button>
        )}
        {note}
      </p>
    </>
  );
}
