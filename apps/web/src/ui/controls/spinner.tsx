import { LoaderCircle } from 'lucide-react';

/** Decorative; place it next to a text that describes the activity. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden="true" className="shrink-0 animate-spin" />;
}
