import type { Role } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useConfig } from '../lib/http/config.tsx';
import { useHydrated } from '../lib/page/hydrated.ts';
import { useSession } from '../lib/session/session.tsx';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';

type Target = readonly [to: string, label: MessageKey];

const ROLE_LINKS: Record<Role, readonly Target[]> = {
  farmer: [
    [paths.equipment, 'app.footer.equipment'],
    [paths.subsidyApply, 'app.footer.subsidy'],
  ],
  government: [
    [paths.analytics, 'app.footer.analytics'],
    [paths.detailedAnalytics, 'app.footer.detailedAnalytics'],
  ],
};

const VISITOR_LINKS: readonly Target[] = [
  [paths.register, 'app.footer.register'],
  [paths.login, 'app.footer.login'],
  [paths.contact, 'app.footer.contactUs'],
];

/** For everyone. */
const SHARED_LINKS: readonly Target[] = [
  [paths.scoreMethod, 'app.title.scoreMethod'],
  [paths.about, 'app.title.about'],
];

export function Footer() {
  const t = useT();
  const { contact } = useConfig();
  const { user } = useSession();
  return (
    <footer className="mt-3 border-t border-line bg-sunken text-sm text-muted sm:mt-10 print:hidden">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-3 py-4 sm:gap-y-8 sm:py-8 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="max-lg:col-span-2 max-sm:hidden">
          <p className="font-serif text-lg font-semibold text-ink">{t('app.name')}</p>
          <p className="mt-2 max-w-[38ch]">{t('app.footer.about')}</p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className="footer-heading max-sm:sr-only">
            {t('app.footer.goTo')}
          </h2>
          <ul>
            {(user ? ROLE_LINKS[user.role] : VISITOR_LINKS).map((target) => (
              <FooterLink key={target[0]} target={target} className={user ? undefined : 'when-out'} />
            ))}
            {SHARED_LINKS.map((target) => (
              <FooterLink key={target[0]} target={target} />
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="footer-heading max-sm:sr-only">{t('app.footer.contact')}</h2>
          <address className="not-italic">
            <span className="block py-1.5">{contact.address}</span>
            <a className="footer-link" href={`tel:${contact.phone}`}>
              {contact.phone}
            </a>
            <a className="footer-link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </address>
        </div>
        <SocialLinks />
      </div>
    </footer>
  );
}

function FooterLink({ target: [to, label], className }: { target: Target; className?: string }) {
  const t = useT();
  return (
    <li className={className}>
      <Link to={to} className="footer-link">
        {t(label)}
      </Link>
    </li>
  );
}

/** Rendered after hydration only, because the links come from the server's configuration. */
function SocialLinks() {
  const t = useT();
  const { social } = useConfig();
  const hydrated = useHydrated();
  return (
    <nav
      aria-labelledby="footer-social"
      className="max-lg:col-span-2 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-5"
    >
      <h2 id="footer-social" className="footer-heading max-sm:sr-only">
        {t('app.footer.follow')}
      </h2>
      <ul className="flex min-h-8 flex-wrap gap-x-5">
        {hydrated &&
          social.map(({ name, url }) => (
            <li key={name}>
              {url ? (
                <a className="footer-link" href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              ) : (
                // biome-ignore lint/a11y/useValidAnchor: shown but inert until an address is configured
                <a className="footer-link" role="link" aria-disabled="true">
                  {name}
                </a>
              )}
            </li>
          ))}
      </ul>
    </nav>
  );
}
