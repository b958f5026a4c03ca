import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from './button.tsx';

/** 1 … 4 5 6 … 12: first, last and neighbouring pages. A gap of one page shows that page instead. */
export function pagerItems(page: number, pages: number): (number | 'gap')[] {
  const visible = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const items: (number | 'gap')[] = [];
  let last = 0;
  for (const one of new Set(visible.sort((a, b) => a - b))) {
    if (one - last === 2) items.push(last + 1);
    else if (one - last > 2) items.push('gap');
    items.push(one);
    last = one;
  }
  return items;
}

const MAX_THUMB_WIDE = 5;

export interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  label?: string;
}

export function Pager({ page, pages, onPage, label }: PagerProps) {
  const t = useT();
  if (pages < 2) return null;
  const items = pagerItems(page, pages);
  return (
    <nav
      aria-label={label ?? t('ui.pages')}
      className="grid grid-cols-2 gap-2 sm:flex sm:items-center sm:justify-center sm:gap-1.5"
    >
      <Button
        size="small"
        icon={<ChevronLeft size={18} aria-hidden="true" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {t('ui.prev')}
      </Button>
      <ol className="num flex justify-center gap-1 max-sm:order-first max-sm:col-span-2 sm:gap-1.5">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
          <li key={index} className="flex min-w-0 items-center justify-center">
            {item === 'gap' ? (
              <span className="px-0.5 text-muted sm:px-1">…</span>
            ) : (
              <Button
                size="small"
                // Full touch width as long as all buttons fit on the narrowest phone.
                className={items.length > MAX_THUMB_WIDE ? 'max-sm:min-w-9 max-sm:px-1' : 'max-sm:px-1'}
                variant={item === page ? 'main' : 'quiet'}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => item !== page && onPage(item)}
              >
                {item}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('ui.next')}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  );
}
