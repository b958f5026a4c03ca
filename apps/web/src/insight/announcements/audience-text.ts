import { cropName } from '@ardhi/agronomy/labels';
import { useT } from '../../lib/text/i18n.tsx';
import type { Audience } from './queries.ts';

/** The conditions of an audience, joined: "Nakuru County · Maize". */
export function useAudienceText() {
  const t = useT();
  return (
    { county, crop, q, region, machines }: Audience,
    { programmeName, office }: { programmeName?: string | null; office?: string | null },
  ): string => {
    const place = county ?? office;
    const parts = [
      place && t('announcements.audience.county', { county: place }),
      region && region !== 'all' && t(`analytics.region.${region}`),
      programmeName && t('announcements.audience.programme', { name: programmeName }),
      crop && cropName(crop, t),
      machines && t('announcements.audience.machines'),
      q && t('announcements.audience.search', { words: q }),
    ];
    return parts.filter(Boolean).join(' · ');
  };
}
