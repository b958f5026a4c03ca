/** Parts of advice that the dashboard needs without the rest. */
import { useT } from '../../../lib/text/i18n.tsx';

export function AdviceOrigin() {
  return <p className="mt-2 text-sm text-muted">{useT()('score.actionsNote')}</p>;
}

export function Points({ shown, spoken }: { shown: string; spoken: string }) {
  return (
    <span className="num w-15 shrink-0 font-serif text-lg leading-tight sm:w-[4.75rem] sm:text-2xl font-semibold text-primary">
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{spoken}</span>
    </span>
  );
}
