import { type Dispatch, type FormEvent, useMemo, useState } from 'react';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { outlinesOfText, textOfOutlines } from './coordinates-text.ts';
import { type EditorAction, type EditorState, vertexTotal } from './editor-state.ts';

const MAX_SHOWN = 500;

interface CoordinatesFormProps {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
}

/** Vertices as coordinates, for users who cannot see the map or have a title deed. */
export function CoordinatesForm({ state, dispatch }: CoordinatesFormProps) {
  const t = useT();
  const { outlines, draft } = state;
  const shown = useMemo(() => (draft?.vertices.length ? [...outlines, draft] : outlines), [outlines, draft]);
  const stored = useMemo(() => textOfOutlines(shown), [shown]);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  if (vertexTotal(state) > MAX_SHOWN) return <p className="text-sm text-muted">{t('map.numbers.many')}</p>;

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const read = outlinesOfText(typed ?? stored);
    if ('wrongLine' in read) return setError(t('map.numbers.wrongLine', { line: read.wrongLine }));
    if (read.outlines.some(({ vertices }) => vertices.length < 3)) return setError(t('map.numbers.tooFew'));
    setError(undefined);
    setTyped(null);
    dispatch({ type: 'replace', outlines: read.outlines });
  };
  return (
    <form className="space-y-3 pt-1" onSubmit={apply} noValidate>
      <TextArea
        label={t('map.numbers.label')}
        hint={t('map.numbers.hint')}
        rows={7}
        spellCheck={false}
        value={typed ?? stored}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {typed !== null && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              setTyped(null);
              setError(undefined);
            }}
          >
            {t('ui.cancel')}
          </Button>
        )}
        <Button type="submit" size="small" disabled={typed === null}>
          {t('map.numbers.apply')}
        </Button>
      </div>
    </form>
  );
}
