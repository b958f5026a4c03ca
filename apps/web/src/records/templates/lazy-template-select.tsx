import { Suspense } from 'react';
import { lazyPage } from '../../lib/page/lazy-page.tsx';
import type { TemplateSelectProps } from './template-select.tsx';

const templateSelect = lazyPage<TemplateSelectProps>(() => import('./template-select.tsx'), ['templates']);

/** Its code and texts load with the form that shows it, not with the page. */
export function LazyTemplateSelect(props: TemplateSelectProps) {
  return (
    <Suspense>
      <templateSelect.Component {...props} />
    </Suspense>
  );
}
