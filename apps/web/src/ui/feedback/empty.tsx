import type { ReactNode } from 'react';
import { Contours } from '../controls/contours.tsx';
import { Drawing, type DrawingName } from '../controls/drawing.tsx';

interface EmptyProps {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  /** Contour lines by default. */
  drawing?: DrawingName;
}

/** Empty state: the spec's text, an explanation and the next action. */
export function Empty({ title, text, action, drawing }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      {drawing ? (
        <Drawing name={drawing} className="mb-3 size-18" />
      ) : (
        <Contours className="mb-4 h-16 w-40" />
      )}
      <p className="font-serif text-[1.1875rem] leading-tight font-semibold">{title}</p>
      {text && <p className="mt-2 max-w-[46ch] text-muted">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
