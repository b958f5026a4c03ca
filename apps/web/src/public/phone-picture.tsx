import { useState } from 'react';
import { useLanguage, useT } from '../lib/text/i18n.tsx';
import { Drawing } from '../ui/controls/drawing.tsx';
import enDark from './screens/phone.en.dark.webp';
import enLight from './screens/phone.en.light.webp';
import swDark from './screens/phone.sw.dark.webp';
import swLight from './screens/phone.sw.light.webp';

/** Pictures of the farmer's dashboard, made by scripts/pictures.mjs. */
const SCREENS = { en: [enLight, enDark], sw: [swLight, swDark] };

/** A phone with the farmer's dashboard in the visitor's language. The browser loads only the picture of the theme. */
export function PhonePicture() {
  const t = useT();
  const [light, dark] = SCREENS[useLanguage().language];
  const alt = t('home.picture');
  const [isMissing, setIsMissing] = useState(false);
  const size = { width: 360, height: 620, loading: 'lazy', onError: () => setIsMissing(true) } as const;
  return (
    <div className="phone-picture">
      <Drawing name="relief" className="absolute inset-0 size-full stroke-line-strong" />
      {/* Not stored on the device: without a network, the page is shown without it. */}
      {!isMissing && (
        <div className="phone">
          <img {...size} alt={alt} src={light} className="dark:hidden" />
          <img {...size} alt={alt} src={dark} className="hidden dark:block" />
        </div>
      )}
    </div>
  );
}
