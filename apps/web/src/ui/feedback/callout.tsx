import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../controls/cx.ts';

const LOOKS = {
  ok: { icon: CircleCheck, look: 'bg-primary-soft', mark: 'text-primary' },
  wait: { icon: TriangleAlert, look: 'bg-ochre-soft', mark: 'text-ochre' },
  no: { icon: CircleAlert, look: 'bg-clay-soft', mark: 'text-clay' },
  info: { icon: Info, look: 'bg-water-soft', mark: 'text-water' },
};

export interface CalloutProps {
  tone: keyof typeof LOOKS;
  headline: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A coloured box with something to know. Put it inside `role="status"` or `role="alert"` where it appears later. */
export function Callout({ tone, headline, children, className }: CalloutProps) {
  const { icon: Icon, look, mark } = LOOKS[tone];
  return (
    <div className={cx('flex gap-3 rounded-card px-4 py-3 text-ink', look, className)}>
      <Icon size={20} aria-hidden="true" className={cx('mt-0.5 shrink-0', mark)} />
      <div className="min-w-0">
        <p className={cx('font-semibold', tone === 'no' && mark)}>{headline}</p>
        {children && <div className="mt-0.5">{children}</div>}
      </div>
    </div>
  );
}
