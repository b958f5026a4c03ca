import type { TextTemplate } from '@ardhi/contract';
import { useEffect, useState } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { filledText } from './fill.ts';

type Texts = Pick<TextTemplate, 'english' | 'kiswahili'>;

/** Both languages, filled with the example of a farmer. */
export function TemplatePreview({ template }: { template: Texts }) {
  const t = useT();
  const { english, kiswahili } = template;
  const [filled, setFilled] = useState<Texts>(template);
  const { name, post } = useUser();
  const example = {
    farmer: t('templates.example.farmer'),
    application: t('templates.example.application'),
    programme: t('templates.example.programme'),
    // Non-breaking hyphens keep the number on one line.
    reference: t('templates.example.reference').replaceAll('-', '\u2011'),
    amount: 15_000,
    official: name,
    county: post?.county ?? null,
  };
  const key = JSON.stringify(example);
  useEffect(() => {
    let isCurrent = true;
    const fill = (language: 'en' | 'sw') => filledText({ english, kiswahili }, language, JSON.parse(key));
    void Promise.all([fill('en'), fill('sw')]).then(([inEnglish, inKiswahili]) => {
      if (isCurrent) setFilled({ english: inEnglish, kiswahili: inKiswahili });
    });
    return () => {
      isCurrent = false;
    };
  }, [english, kiswahili, key]);
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {(['en', 'sw'] as const).map((language) => (
        <figure key={language} className="border-l-2 border-line-strong pl-3">
          <figcaption className="text-sm text-muted">
            {t('templates.exampleIn', { language: t(`templates.language.${language}`) })}
          </figcaption>
          <blockquote lang={language} className="break-words whitespace-pre-line">
            {language === 'sw' ? filled.kiswahili : filled.english}
          </blockquote>
        </figure>
      ))}
    </div>
  );
}
