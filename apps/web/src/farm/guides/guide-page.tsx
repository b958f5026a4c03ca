import { paths } from '@ardhi/contract/paths';
import { useParams } from 'react-router';
import { GUIDE_SLUGS, type GuideSlug } from '../../lib/page/guide-slugs.ts';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { sectionsOf } from './content.ts';
import { GuideList } from './guide-list.tsx';

export default function GuidePage() {
  const t = useT();
  const { slug } = useParams();
  const known = GUIDE_SLUGS.find((one) => one === slug);
  if (known) return <Guide key={known} slug={known} />;
  return (
    <div className="wrap py-9">
      <h1 className="sr-only">{t('guides.heading')}</h1>
      <Empty
        title={t('guides.notFound')}
        action={<ButtonLink to={paths.guides}>{t('guides.back')}</ButtonLink>}
      />
    </div>
  );
}

function Guide({ slug }: { slug: GuideSlug }) {
  const t = useT();
  useDocumentTitle(t(`guides.${slug}.title`));
  return (
    <div className="wrap grid items-start gap-x-16 gap-y-12 pt-4 pb-9 xl:grid-cols-[minmax(0,70ch)_minmax(0,1fr)]">
      <article>
        <PageHeader
          title={t(`guides.${slug}.title`)}
          lead={t(`guides.${slug}.lead`)}
          back={{ to: paths.guides, label: t('guides.back') }}
        />
        <div className="prose space-y-8">
          {sectionsOf(slug).map(({ id, heading, text, points }) => (
            <section key={id} id={id} className="scroll-mt-4">
              <h2>{t(heading)}</h2>
              <p className="mt-2">{t(text)}</p>
              <ul className="mt-3 list-disc space-y-2 pl-5 marker:text-primary">
                {points.map((point) => (
                  <li key={point}>{t(point)}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </article>
      <section className="no-print xl:mt-12" aria-labelledby="other-guides">
        <h2 id="other-guides" className="mb-3">
          {t('guides.others')}
        </h2>
        <GuideList slugs={GUIDE_SLUGS.filter((one) => one !== slug)} narrow />
      </section>
    </div>
  );
}
