import { paths } from '@ardhi/contract/paths';
import { useUser } from '../lib/session/session.tsx';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';

/** Opens the form of a parcel with the location and size of the registration. */
export default function FirstParcelOffer() {
  const t = useT();
  const format = useFormat();
  const { location, farmSize } = useUser();
  if (!location || !farmSize) return null;
  const place = (location.split(',')[0] ?? '').trim();
  return (
    <ButtonLink variant="main" to={paths.landAddFirst}>
      {t('steps.offer', { place, size: format.area(farmSize) })}
    </ButtonLink>
  );
}
