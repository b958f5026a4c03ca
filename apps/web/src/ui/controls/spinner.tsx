import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** Turning circle beside a word that says what is going on; silent on its own. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return <LoaderCircle size={size} aria-hidden="true" className={cx('shrink-0 animate-spin', className)} />;
}
