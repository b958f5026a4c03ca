import { paths } from '@ardhi/contract/paths';
import farmerEn from '../../../../docs/guide/farmer.en.md?raw';
import farmerSw from '../../../../docs/guide/farmer.sw.md?raw';
import officialEn from '../../../../docs/guide/official.en.md?raw';
import officialSw from '../../../../docs/guide/official.sw.md?raw';
import { useSession } from '../lib/session/session.tsx';
import { useLanguage, useT } from '../lib/text/i18n.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Markdown } from './markdown.tsx';

const GUIDES = {
  farmer: { en: farmerEn, sw: farmerSw },
  government: { en: officialEn, sw: officialSw },
};

/** Addresses of the pictures by path: `../../../../docs/guide/pictures/phone-parcel.en.webp`. */
const PICTURES = import.meta.glob<string>('../../../../docs/guide/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The guide of the user's role. The files are also part of the documentation. */
export default function UserGuidePage() {
  const t = useT();
  const { language } = useLanguage();
  const role = useSession().user?.role ?? 'farmer';
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t(`guides.user.${role}`)} back={{ to: paths.guides, label: t('guides.back') }} />
      <article>
        <Markdown text={GUIDES[role][language].replace(/^# .+\n/, '')} renderPicture={renderPicture} />
      </article>
    </div>
  );
}

/** Loaded when near the screen. The size is known before, so that the text does not move. */
function renderPicture(file: string, text: string) {
  const size = file.includes('phone-') ? { width: 300, height: 533 } : { width: 960, height: 600 };
  return (
    <img
      {...size}
      src={PICTURES[`../../../../docs/guide/${file}`]}
      alt={text}
      loading="lazy"
      className="my-4 h-auto max-w-full rounded-card border border-line"
    />
  );
}
