import { CirclePlus, Crosshair, Redo2, Scissors, SquareDashed, Trash2, Undo2 } from 'lucide-react';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Dispatch } from 'react';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { CoordinatesForm } from './coordinates-form.tsx';
import type { EditorAction, EditorState } from './editor-state.ts';
import { crossOf } from './pointer-controller.ts';

interface DrawPanelProps {
  map: MapLibre | null;
  /** The browser cannot render a map: the user types the vertices. */
  mapless: boolean;
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
}

export function DrawPanel({ map, mapless, state, dispatch }: DrawPanelProps) {
  const t = useT();
  const { draft, chosen, outlines } = state;
  const help = mapless
    ? 'map.draw.noMapHelp'
    : draft
      ? draft.hole
        ? 'map.draw.holeHelp'
        : draft.vertices.length < 3
          ? 'map.draw.help'
          : 'map.draw.closeHelp'
      : 'map.draw.editHelp';
  return (
    <div className="flex flex-col gap-2 lg:gap-4">
      <p className="text-muted max-lg:order-1 max-lg:text-sm" aria-live="polite">
        {t(help)}
      </p>
      {/* On phones one group: the buttons must fit above the bar that saves. */}
      <div className="max-lg:flex max-lg:flex-wrap max-lg:gap-2 lg:space-y-4">
        <div className="flex flex-wrap gap-2 max-lg:contents">
          {draft && !mapless && (
            <>
              <Button
                className="max-lg:px-3"
                icon={<Crosshair size={18} aria-hidden="true" />}
                disabled={!map}
                onClick={() => map && dispatch({ type: 'add', position: crossOf(map) })}
              >
                {t('map.draw.addAtCross')}
              </Button>
              <Button
                variant={draft.vertices.length >= 3 ? 'main' : 'plain'}
                disabled={draft.vertices.length < 3}
                icon={<SquareDashed size={18} aria-hidden="true" />}
                onClick={() => dispatch({ type: 'close' })}
              >
                {t('map.draw.close')}
              </Button>
              {outlines.length > 0 && (
                <Button variant="quiet" onClick={() => dispatch({ type: 'cancel' })}>
                  {t('map.draw.cancelOutline')}
                </Button>
              )}
            </>
          )}
          {!draft && !mapless && (
            <>
              <Button
                icon={<CirclePlus size={18} aria-hidden="true" />}
                onClick={() => dispatch({ type: 'begin', hole: false })}
              >
                {t('map.draw.addPart')}
              </Button>
              <Button
                icon={<Scissors size={18} aria-hidden="true" />}
                onClick={() => dispatch({ type: 'begin', hole: true })}
              >
                {t('map.draw.addHole')}
              </Button>
            </>
          )}
          {chosen && (
            <Button
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => dispatch({ type: 'remove', place: chosen })}
            >
              {t('map.draw.removeCorner')}
            </Button>
          )}
          {chosen && outlines.length > 1 && outlines[chosen.outline] && (
            <Button
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => dispatch({ type: 'remove-outline', outline: chosen.outline })}
            >
              {t(outlines[chosen.outline]?.hole ? 'map.draw.removeHole' : 'map.draw.removePart')}
            </Button>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-lg:contents">
          <Button
            size="small"
            className="max-lg:-order-1 max-lg:px-3"
            icon={<Undo2 size={18} aria-hidden="true" />}
            disabled={state.past.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          >
            <span className="max-lg:sr-only">{t('map.draw.undo')}</span>
          </Button>
          <Button
            size="small"
            className="max-lg:-order-1 max-lg:px-3"
            icon={<Redo2 size={18} aria-hidden="true" />}
            disabled={state.future.length === 0}
            onClick={() => dispatch({ type: 'redo' })}
          >
            <span className="max-lg:sr-only">{t('map.draw.redo')}</span>
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={outlines.length === 0 && !draft?.vertices.length}
            onClick={() => dispatch({ type: 'clear' })}
          >
            {t('map.draw.clear')}
          </Button>
        </div>
      </div>
      <Disclosure
        summary={t('map.numbers.summary')}
        open={mapless || undefined}
        className="border-y border-line py-1 max-lg:order-2"
      >
        <CoordinatesForm state={state} dispatch={dispatch} />
      </Disclosure>
    </div>
  );
}
