import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** ok: active, approved · wait: pending, maintenance, draft · no: rejected · off: retired, withdrawn · info: a count. */
export type Tone = 'ok' | 'wait' | 'no' | 'off' | 'info';

const TONES: Record<Tone, string> = {
  ok: 'bg-primary-soft text-primary',
  wait: 'bg-ochre-soft text-ochre',
  no: 'bg-clay-soft text-clay',
  off: 'bg-grey-soft text-muted',
  info: 'bg-water-soft text-water',
};

/** Status as colour and label. */
export function Badge({
  tone,
  children,
  className,
}: {
  tone: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-block rounded-full px-2.5 py-0.5 font-sans text-fine font-semibold whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
