import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../controls/cx.ts';

const VARIANTS = {
  ok: { icon: CircleCheck, background: 'bg-primary-soft', accent: 'text-primary' },
  wait: { icon: TriangleAlert, background: 'bg-ochre-soft', accent: 'text-ochre' },
  no: { icon: CircleAlert, background: 'bg-clay-soft', accent: 'text-clay' },
  info: { icon: Info, background: 'bg-water-soft', accent: 'text-water' },
};

export interface CalloutProps {
  tone: keyof typeof VARIANTS;
  headline: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** Coloured notice box. If it appears later, wrap it in `role="status"` or `role="alert"`. */
export function Callout({ tone, headline, children, className }: CalloutProps) {
  const { icon: Icon, background, accent } = VARIANTS[tone];
  return (
    <div className={cx('flex gap-3 rounded-card px-4 py-3 text-ink', background, className)}>
      <Icon size={20} aria-hidden="true" className={cx('mt-0.5 shrink-0', accent)} />
      <div className="min-w-0">
        <p className={cx('font-semibold', tone === 'no' && accent)}>{headline}</p>
        {children && <div className="mt-0.5">{children}</div>}
      </div>
    </div>
  );
}
