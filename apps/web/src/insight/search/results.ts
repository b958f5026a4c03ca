/** Search results as links, grouped by kind. */
import type { SearchResults } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { BookOpen, FileText, HandCoins, LandPlot, type LucideIcon, Users } from 'lucide-react';
import type { MessageKey, Translate } from '../../lib/text/i18n.tsx';

export interface Result {
  to: string;
  icon: LucideIcon;
  title: string;
  /** County, applicant or group of the page. */
  note?: string;
}

export interface ResultGroup {
  heading: MessageKey;
  results: readonly Result[];
}

/** A page or an action, found by its name. */
export interface SearchPage {
  to: string;
  icon: LucideIcon;
  label: MessageKey;
  heading?: MessageKey;
}

const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

export function groupsOf(found: SearchResults, t: Translate): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      heading: 'office.search.farmers',
      results: found.farmers.map(({ _id, name, counties }) => ({
        to: paths.registerFarmer(_id),
        icon: Users,
        title: name,
        note: counties.join(', '),
      })),
    },
    {
      heading: 'office.search.parcels',
      results: found.parcels.map(({ _id, name, county, farmer }) => ({
        to: paths.registerLand(_id),
        icon: LandPlot,
        title: name,
        note: join(farmer.name, county),
      })),
    },
    {
      heading: 'office.search.applications',
      results: found.applications.map(({ _id, reference, name, status, county, applicant }) => ({
        to: paths.subsidyCase(_id),
        icon: FileText,
        title: join(reference, name),
        note: join(applicant.name, county, t(`office.search.status.${status}`)),
      })),
    },
    {
      heading: 'office.search.programmes',
      results: found.programmes.map(({ _id, reference, name, status, county }) => ({
        to: paths.subsidyCase(_id),
        icon: HandCoins,
        title: join(reference, name),
        note: join(county, t(`office.search.status.${status}`)),
      })),
    },
    {
      heading: 'office.search.policies',
      results: found.policies.map(({ _id, title }) => ({ to: paths.policy(_id), icon: BookOpen, title })),
    },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

/** Every typed word must begin a word of the name or of the group. */
export function pagesMatching(
  pages: readonly SearchPage[],
  heading: MessageKey,
  typed: string,
  t: Translate,
): ResultGroup[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const results = pages
    .map((page) => ({ ...page, title: t(page.label), note: page.heading && t(page.heading) }))
    .filter(({ title, note = '' }) => {
      const words = `${title} ${note}`.toLowerCase().split(/\s+/);
      return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
    });
  return results.length > 0 ? [{ heading, results }] : [];
}
