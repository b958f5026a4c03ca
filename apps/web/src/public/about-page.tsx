import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import sources from '../../../../docs/data-sources.md?raw';
import { useT } from '../lib/text/i18n.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Markdown } from './markdown.tsx';

export default function AboutPage() {
  const t = useT();
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t('app.title.about')} lead={t('about.lead')} />
      <p className="prose my-3">
        <Link to={paths.scoreMethod} className="link thumb">
          {t('app.title.scoreMethod')}
        </Link>
      </p>
      <article lang="en">
        <Markdown
          text={sources.replace(/^# (.+)\n/, '## $1\n')}
          documents={{ 'README.md': paths.scoreMethod }}
        />
      </article>
    </div>
  );
}
