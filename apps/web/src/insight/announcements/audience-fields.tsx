import { cropName } from '@ardhi/agronomy/labels';
import type { UseFormReturn } from 'react-hook-form';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { useReferenceTables } from '../../lib/text/use-reference-tables.ts';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { COUNTY_NAMES } from '../analytics/county-outlines.ts';
import { type Audience, useProgrammeNames } from './queries.ts';

export interface AnnouncementFields {
  audience: Audience;
  title: string;
  content: string;
  otherTitle: string;
  otherContent: string;
}

/** County, programme and crop; filters from a search of the register as tags. */
export function AudienceFields({ form }: { form: UseFormReturn<AnnouncementFields> }) {
  const t = useT();
  const { post } = useUser();
  const tables = useReferenceTables();
  const programmes = useProgrammeNames().data ?? [];
  const field = fieldsOf(form);
  const crops = (tables?.knownCrops() ?? [])
    .map(({ key }) => ({ value: key, label: cropName(key, t) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const { q, region, machines } = form.watch('audience');
  const tags = [
    { name: 'q', shown: q && t('announcements.audience.search', { words: q }) },
    { name: 'region', shown: region && region !== 'all' && t(`analytics.region.${region}`) },
    { name: 'machines', shown: machines && t('announcements.audience.machines') },
  ] as const;
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-semibold">{t('announcements.audience')}</legend>
      {tags.some(({ shown }) => shown) && (
        <div className="flex flex-wrap gap-2">
          {tags.map(
            ({ name, shown }) =>
              shown && (
                <FilterTag
                  key={name}
                  name={shown}
                  onRemove={() => form.setValue(`audience.${name}`, undefined, { shouldDirty: true })}
                />
              ),
          )}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {post?.county ? (
          <p>
            <span className="block font-semibold">{t('announcements.county')}</span>
            {post.county}
          </p>
        ) : (
          <SelectField
            label={t('announcements.county')}
            placeholder={t('announcements.anyCounty')}
            options={COUNTY_NAMES.map((value) => ({ value, label: value }))}
            {...field('audience.county')}
          />
        )}
        <SelectField
          label={t('announcements.crop')}
          placeholder={t('announcements.anyCrop')}
          options={crops}
          {...field('audience.crop')}
        />
        <SelectField
          className="sm:col-span-2"
          label={t('announcements.programme')}
          placeholder={t('announcements.anyProgramme')}
          options={programmes}
          {...field('audience.programmeId')}
        />
      </div>
    </fieldset>
  );
}
