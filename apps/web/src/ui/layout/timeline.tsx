import type { ReactNode } from 'react';
import type { Tone } from '../controls/badge.tsx';
import { cx } from '../controls/cx.ts';

export interface TimelineEntry {
  key: string;
  title: ReactNode;
  /** Formatted date; `dateTime` is the machine-readable form. */
  when: ReactNode;
  dateTime?: string;
  text?: ReactNode;
  tone?: Tone;
}

const DOTS: Record<Tone, string> = {
  ok: 'bg-primary',
  wait: 'bg-ochre',
  no: 'bg-clay',
  off: 'bg-edge',
  info: 'bg-water',
};

/** Events in order. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label?: string }) {
  return (
    <ol aria-label={label}>
      {entries.map((entry) => (
        <li
          key={entry.key}
          className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-3 not-last:before:bottom-[-6px] not-last:before:left-[5px] not-last:before:w-px not-last:before:bg-line-strong"
        >
          <span
            aria-hidden="true"
            className={cx('relative mt-1.5 size-[11px] shrink-0 rounded-full', DOTS[entry.tone ?? 'off'])}
          />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{entry.title}</span>
              <time dateTime={entry.dateTime} className="text-sm text-muted">
                {entry.when}
              </time>
            </p>
            {entry.text && <div className="mt-0.5 text-muted">{entry.text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
