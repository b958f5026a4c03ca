import { cx } from './cx.ts';

/** Three ridges and the name. The caller adds the link around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2.5 font-serif text-[1.375rem] leading-none font-semibold max-sm:gap-1.5 max-sm:text-[1.25rem]',
        className,
      )}
    >
      <svg
        width="30"
        height="30"
        viewBox="0 0 30 30"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        aria-hidden="true"
        className="shrink-0 text-primary"
      >
        <path d="M3 22c5-1 6-9 12-9s7 6 12 5" />
        <path d="M3 17c4-1 6-8 12-8s8 5 12 4" opacity=".7" />
        <path d="M3 26.5c6 0 7-8.5 12-8.5s6 6 12 5.5" opacity=".5" />
      </svg>
      <span className="logo-word">Ardhi</span>
    </span>
  );
}
