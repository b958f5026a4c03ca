import { useState } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import type { Clash, Entry } from '../outbox/entry.ts';
import { valueAt } from '../outbox/merge.ts';
import { mergeRulesOf } from '../outbox/relations.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../ui/feedback/dialog.tsx';
import { useEntryText } from './entry-text.ts';
import { useFieldText } from './field-text.ts';

interface ConflictDialogProps {
  entry: Entry & { clash: Clash };
  onChosen: (takeTheirs: ReadonlySet<string>) => Promise<void>;
  onClose: () => void;
}

/** Conflict resolution: both values of each field side by side. */
export function ConflictDialog({ entry, onChosen, onClose }: ConflictDialogProps) {
  const t = useT();
  const fieldText = useFieldText();
  const { details } = useEntryText()(entry);
  const { current, paths } = entry.clash;
  const rules = mergeRulesOf(entry);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (path: string, takeTheirs: boolean) => {
    const next = new Set(theirs);
    if (takeTheirs) next.add(path);
    else next.delete(path);
    setTheirs(next);
  };
  return (
    <Dialog open wide onClose={onClose} title={t('sync.conflict.title')} text={details || undefined}>
      <p className="text-muted">{t('sync.conflict.text')}</p>
      <div className="mt-4 space-y-5">
        {paths.map((path) => (
          <fieldset key={path}>
            <legend className="mb-2 font-semibold">{fieldText.name(entry, path)}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              <Choice
                group={path}
                label={t('sync.conflict.mine')}
                value={fieldText.value(entry, path, valueAt(entry.body, path))}
                checked={!theirs.has(path)}
                onChoose={() => choose(path, false)}
              />
              <Choice
                group={path}
                label={t('sync.conflict.theirs')}
                value={fieldText.value(entry, path, valueAt(current, path, rules))}
                checked={theirs.has(path)}
                onChoose={() => choose(path, true)}
              />
            </div>
          </fieldset>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button variant="main" onClick={() => void onChosen(theirs)}>
          {t('sync.conflict.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  group: string;
  label: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ group, label, value, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer gap-3 rounded-card border border-line-strong p-3 has-checked:border-primary has-checked:bg-primary-soft">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="tick mt-0.5 shrink-0"
      />
      <span className="min-w-0">
        <span className="block text-sm text-muted">{label}</span>
        <span className="block font-semibold break-words whitespace-pre-line">{value}</span>
      </span>
    </label>
  );
}
