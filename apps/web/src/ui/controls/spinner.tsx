import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** Decorative; place it next to a text that describes the activity. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return <LoaderCircle size={size} aria-hidden="true" className={cx('shrink-0 animate-spin', className)} />;
}
