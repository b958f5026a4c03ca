import { paths } from '@ardhi/contract/paths';
import { Suspense, useState } from 'react';
import summary from '../../../../docs/score/muhtasari.md?raw';
import method from '../../../../docs/score/README.md?raw';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useLanguage, useT } from '../lib/text/i18n.tsx';
import { Disclosure } from '../ui/controls/disclosure.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Markdown } from './markdown.tsx';
import { parseBlocks, slugOf } from './markdown-blocks.ts';

/** Thousands of cells, which most readers do not open. */
const tables = lazyPage(() => import('./score-tables.tsx'));

const DOCUMENTS = { 'README.md': '#contents', 'tables.md': '#tables', 'data-sources.md': paths.about };

/** The page has its own title. */
const withoutTitle = (text: string) => text.replace(/^# .+\n/, '');

export default function ScoreMethodPage() {
  const t = useT();
  const { language } = useLanguage();
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t('app.title.scoreMethod')} lead={t('about.score.lead')} />
      {language === 'sw' && (
        <article className="mb-10" lang="sw">
          <Markdown text={withoutTitle(summary)} documents={DOCUMENTS} />
        </article>
      )}
      <nav aria-labelledby="contents" className="no-print my-6">
        <h2 id="contents">{t('about.score.contents')}</h2>
        <ol className="mt-2" lang="en">
          {chapters.map((heading) => (
            <li key={heading}>
              <a href={`#${slugOf(heading)}`} className="link thumb">
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article lang="en">
        <Markdown text={withoutTitle(method)} documents={DOCUMENTS} />
      </article>
      <ReferenceTables />
    </div>
  );
}

const chapters = parseBlocks(method).flatMap((block) =>
  block.kind === 'heading' && block.level === 2 ? [block.text] : [],
);

function ReferenceTables() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      id="tables"
      className="mt-8 scroll-mt-4 border-y border-line"
      summary={<h2>{t('about.score.tables')}</h2>}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <tables.Component />
        </Suspense>
      )}
    </Disclosure>
  );
}
