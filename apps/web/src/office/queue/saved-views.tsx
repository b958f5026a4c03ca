import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { type CaseFilters, useDeleteView, useSavedViews, useSaveView } from './queries.ts';

const linkOf = (filters: object) => {
  const presentFilters = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined);
  return `${paths.queue}?${new URLSearchParams(presentFilters.map(([name, value]) => [name, String(value)]))}`;
};

/** The official's saved queue filters. */
export function SavedViews({ filters }: { filters: CaseFilters }) {
  const t = useT();
  const views = useSavedViews().data ?? [];
  const save = useSaveView();
  const remove = useDeleteView();
  const [name, setName] = useState('');
  const saveView = async () => {
    try {
      await save.mutateAsync({ body: { name, filters } });
      setName('');
      toast.done(t('queue.views.saved'));
    } catch (error) {
      toast.failed(problemLine(error, t('queue.views.failed'), t));
    }
  };
  return (
    <>
      {views.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1">
          {views.map((view) => (
            <li key={view._id} className="flex items-center gap-2">
              <Link className="link inline-flex min-h-11 items-center" to={linkOf(view.filters)}>
                {view.name}
              </Link>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('queue.named', { action: t('queue.views.forget'), name: view.name })}
                onClick={() => remove.mutate({ params: { id: view._id } })}
              >
                {t('queue.views.forget')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) void saveView();
        }}
      >
        <TextField
          className="min-w-56 max-sm:flex-1"
          label={t('queue.views.name')}
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={save.isPending}>
          {t('queue.views.save')}
        </Button>
      </form>
    </>
  );
}
