import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { type ListFilters, useDeleteView, useSavedViews, useSaveView } from './queries.ts';

const linkOf = (filters: object) => {
  const presentFilters = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined);
  return `${paths.queue}?${new URLSearchParams(presentFilters.map(([name, value]) => [name, String(value)]))}`;
};

/** Opens the saved views of the office and saves the current one. */
export function SavedViews({ filters }: { filters: ListFilters }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<Bookmark size={16} aria-hidden="true" />}
        aria-label={t('queue.views.title')}
        title={t('queue.views.title')}
        onClick={() => setIsOpen(true)}
      >
        <span className="max-sm:hidden">{t('queue.views.title')}</span>
      </Button>
      {isOpen && <ViewsDialog filters={filters} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ViewsDialog({ filters, onClose }: { filters: ListFilters; onClose: () => void }) {
  const t = useT();
  const views = useSavedViews().data ?? [];
  const save = useSaveView();
  const remove = useDeleteView();
  const [name, setName] = useState('');
  // Only filters of pending applications are saved.
  const { status, region: _, ...saved } = filters;
  const saveView = async () => {
    try {
      await save.mutateAsync({ body: { name, filters: saved } });
      setName('');
      toast.done(t('queue.views.saved'));
    } catch (error) {
      toast.failed(problemLine(error, t('queue.views.failed'), t));
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('queue.views.title')} text={t('queue.views.note')}>
      {views.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {views.map((view) => (
            <li key={view._id} className="flex items-center justify-between gap-2">
              <Link
                className="link inline-flex min-h-11 items-center wrap-anywhere"
                to={linkOf(view.filters)}
                onClick={onClose}
              >
                {view.name}
              </Link>
              {view.own && (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t('queue.named', { action: t('queue.views.forget'), name: view.name })}
                  onClick={() => remove.mutate({ params: { id: view._id } })}
                >
                  {t('queue.views.forget')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!status && (
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) void saveView();
          }}
        >
          <TextField
            className="min-w-56 flex-1"
            label={t('queue.views.name')}
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" busy={save.isPending}>
            {t('queue.views.save')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
