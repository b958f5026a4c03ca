import type { Language } from '@ardhi/contract';
import type { TemplateKind } from '@ardhi/contract/template-text';
import { useRef, useState } from 'react';
import { useLanguage, useT } from '../../lib/text/i18n.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { filledText, type TemplateValues } from './fill.ts';
import { useTemplates } from './queries.ts';

export interface TemplateSelectProps {
  kind: TemplateKind;
  /** Of the one farmer who reads the text. For many farmers both languages are used, and the server fills them in. */
  values?: TemplateValues;
  /** Language that the farmer reads, if known. */
  language?: Language;
  /** For one farmer the field is the same in each language. */
  getText: (language: Language) => string;
  onText: (text: string, language: Language) => void;
}

/** Fills the text field below from a template of the office. Renders nothing without templates: they only help. */
export default function TemplateSelect({
  kind,
  values,
  language: known,
  getText,
  onText,
}: TemplateSelectProps) {
  const t = useT();
  const { language: own } = useLanguage();
  const templates = useTemplates(kind).data;
  const [chosen, setChosen] = useState('');
  const [picked, setPicked] = useState<Language | null>(null);
  const language = picked ?? known ?? own;
  const filled = useRef({ en: '', sw: '' });
  const put = (text: string, field: Language) => {
    const written = getText(field);
    // A text of the official stays: only that of another template is replaced.
    const isReplaced = !written.trim() || written === filled.current[field];
    onText(isReplaced ? text : `${written.trimEnd()}\n\n${text}`, field);
    filled.current[field] = isReplaced ? text : '';
  };
  const fill = async (id: string, to: Language) => {
    const template = templates?.find(({ _id }) => _id === id);
    if (!template) return;
    if (values) return put(await filledText(template, to, values), 'en');
    put(template.english, 'en');
    put(template.kiswahili, 'sw');
  };
  if (!templates?.length) return null;
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[2fr_1fr]">
      <SelectField
        label={t('templates.use')}
        hint={t('templates.useHint')}
        placeholder={t('templates.none')}
        options={templates.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={chosen}
        onChange={(event) => {
          setChosen(event.target.value);
          void fill(event.target.value, language);
        }}
      />
      {values && (
        <SelectField
          label={t('templates.language')}
          hint={language === known && t('templates.languageKnown')}
          options={(['en', 'sw'] as const).map((value) => ({
            value,
            label: t(`templates.language.${value}`),
          }))}
          value={language}
          onChange={(event) => {
            const to = event.target.value as Language;
            setPicked(to);
            void fill(chosen, to);
          }}
        />
      )}
    </div>
  );
}
