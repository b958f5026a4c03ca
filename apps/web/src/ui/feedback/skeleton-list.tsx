import { cx } from '../controls/cx.ts';
import { Skeleton, SkeletonText } from './skeleton.tsx';

/** Placeholder for a list of titles with text. */
export function SkeletonList({ className, itemClassName }: { className?: string; itemClassName?: string }) {
  return (
    <div aria-busy="true" className={className}>
      {[1, 2, 3].map((place) => (
        <div key={place} className={cx('space-y-3', itemClassName)}>
          <Skeleton className="h-5 w-64" />
          <SkeletonText lines={2} />
        </div>
      ))}
    </div>
  );
}
