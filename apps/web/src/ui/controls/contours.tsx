/** Contour lines: the app's only illustration. Decorative, so hidden from screen readers. */
export function Contours({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 160 64"
      fill="none"
      strokeWidth="1.3"
      strokeLinecap="round"
      aria-hidden="true"
      className={className}
    >
      <g className="stroke-line-strong">
        <path d="M2 60c26-2 32-38 66-38s40 26 90 16" />
        <path d="M2 49c26-2 32-38 66-38s40 26 90 16" />
        <path d="M18 63c18-5 24-31 50-31s36 26 90 17" />
        <path d="M40 63c9-6 12-21 28-21s26 21 90 17" />
      </g>
      <path d="M2 38C28 36 34 3 68 3s40 23 90 13" className="stroke-primary" strokeWidth="1.7" />
    </svg>
  );
}
