import type { DeletedLand } from '@ardhi/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../lib/api.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { problemLine, useProblemOf } from '../../lib/problem-words.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, type FormProblem } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useDeletedLands } from '../queries.ts';
import { checkText } from '../records/field-checks.ts';
import { useRestoreLand } from '../writes.ts';

/** What was deleted in the last 30 days and can come back. Nothing at all when there is nothing. */
export function DeletedLands() {
  const t = useT();
  const { data } = useDeletedLands();
  if (!data?.length) return null;
  return (
    <Disclosure
      summary={t('land.deletedList', { count: data.length })}
      className="mt-8 border-t border-line pt-2 text-muted"
    >
      <ul className="text-ink">
        {data.map((land) => (
          <DeletedRow key={land._id} land={land} />
        ))}
      </ul>
    </Disclosure>
  );
}

function DeletedRow({ land }: { land: DeletedLand }) {
  const t = useT();
  const format = useFormat();
  const restore = useRestoreLand();
  const problemOf = useProblemOf();
  const [taken, setTaken] = useState<FormProblem | null>(null);
  const bringBack = async (name?: string) => {
    try {
      await restore.mutateAsync({ params: { id: land._id }, body: { name } });
      toast.done(t('land.restored', { name: name ?? land.name }));
    } catch (error) {
      const nameTaken = error instanceof ApiError && error.issues.some(({ path }) => path === 'name');
      if (nameTaken) setTaken(problemOf(error, 'land.error.restore'));
      else toast.failed(problemLine(error, t('land.error.restore'), t));
    }
  };
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <span className="font-semibold">{land.name}</span>
          <span className="block text-sm text-muted">
            {format.area(land.size)} ·{' '}
            {t('land.restorableUntil', { date: format.date(land.restorableUntil) })}
          </span>
        </span>
        {!taken && (
          <Button
            size="small"
            busy={restore.isPending}
            busyLabel={t('land.restoring')}
            aria-label={t('land.restoreOf', { name: land.name })}
            onClick={() => void bringBack()}
          >
            {t('land.restore')}
          </Button>
        )}
      </div>
      {taken && <RenameForm land={land} problem={taken} onRestore={bringBack} />}
    </li>
  );
}

interface RenameFormProps {
  land: DeletedLand;
  problem: FormProblem;
  onRestore: (name: string) => Promise<void>;
}

/** Another parcel took the name meanwhile: it comes back under a new one. */
function RenameForm({ land, problem, onRestore }: RenameFormProps) {
  const t = useT();
  const form = useForm({ defaultValues: { name: land.name } });
  const { errors, isSubmitting } = form.formState;
  return (
    <Form form={form} problem={problem} onSubmit={({ name }) => onRestore(name)} className="mt-3 max-w-md">
      <TextField
        label={t('land.name')}
        maxLength={200}
        required
        error={errors.name?.message}
        {...form.register('name', { validate: (value) => checkText(value, t) })}
      />
      <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('land.restoring')}>
        {t('land.restore')}
      </Button>
    </Form>
  );
}
