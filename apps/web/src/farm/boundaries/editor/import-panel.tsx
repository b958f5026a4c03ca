import {
  acresOf,
  type BoundaryGeometry,
  checkGeometry,
  type Position,
  type Shape,
  toShape,
  vertexCount,
} from '@ardhi/geo';
import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/controls/cx.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { RadioGroup } from '../../../ui/forms/field.tsx';
import type { FoundArea } from '../import/areas.ts';
import { ImportError } from '../import/import-error.ts';
import { ACCEPTED, readFile } from '../import/read-file.ts';

interface ImportPanelProps {
  /** Shows the chosen area before it is imported; null for none. */
  onPreview: (shape: Shape | null) => void;
  onTake: (shape: Shape) => void;
}

interface Opened {
  fileName: string;
  areas: FoundArea[];
}

const ALL = 'all';

export function ImportPanel({ onPreview, onTake }: ImportPanelProps) {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const open = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setError(null);
    setOpened(null);
    onPreview(null);
    try {
      setOpened({ fileName: file.name, areas: await readFile(file) });
    } catch (cause) {
      const { code, values } = cause instanceof ImportError ? cause : new ImportError('unknown');
      setError(t(`map.import.error.${code}`, values));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="space-y-4">
      <p className="text-muted">{t('map.import.help')}</p>
      <FileDropZone busy={busy} onFile={open} />
      <div role="alert" className="empty:hidden">
        {error && <Callout tone="no" headline={error} />}
      </div>
      {opened && <AreaChoice key={opened.fileName} opened={opened} onPreview={onPreview} onTake={onTake} />}
    </div>
  );
}

function FileDropZone({ busy, onFile }: { busy: boolean; onFile: (file: File | undefined) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setIsOver(inside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file on; the button does the same
    <div
      className={cx(
        'rounded-card border border-dashed border-edge px-4 py-5 text-center',
        isOver && 'bg-primary-soft',
      )}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={t('map.import.choose')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        busy={busy}
        busyLabel={t('map.import.reading')}
        icon={<FileUp size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('map.import.choose')}
      </Button>
      <p className="mt-2 text-sm text-muted">{t('map.import.formats')}</p>
    </div>
  );
}

/** Lets the user choose which area of the file is the parcel. */
function AreaChoice({ opened, onPreview, onTake }: ImportPanelProps & { opened: Opened }) {
  const t = useT();
  const format = useFormat();
  const { fileName, areas } = opened;
  const [chosen, setChosen] = useState('0');
  const [axesSwapped, setAxesSwapped] = useState(false);
  const geometries = useMemo(
    () => areas.map(({ geometry }) => (axesSwapped && isSwapped(geometry) ? swapAxes(geometry) : geometry)),
    [areas, axesSwapped],
  );
  const checked = useMemo(() => geometries.map(checkGeometry), [geometries]);
  const result = useMemo(
    () =>
      chosen === ALL
        ? checkGeometry({ type: 'MultiPolygon', coordinates: geometries.flatMap(toShape) })
        : checked[Number(chosen)],
    [chosen, checked, geometries],
  );
  const fault = result && 'fault' in result ? result.fault : null;
  const shape = result && 'shape' in result ? result.shape : null;
  useEffect(() => onPreview(shape), [shape, onPreview]);

  const labelOf = (index: number) => {
    const one = checked[index]!;
    const name = areas[index]?.name ?? t('map.import.unnamed', { number: index + 1 });
    if ('fault' in one) return t('map.import.faulty', { name });
    return t('map.import.area', {
      name,
      area: format.area(acresOf(one.area)),
      corners: vertexCount(one.shape),
    });
  };
  return (
    <div className="space-y-4">
      {areas.length > 1 ? (
        <RadioGroup
          label={t('map.import.which', { count: areas.length, file: fileName })}
          name="area"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            ...areas.map((_, index) => ({ value: String(index), label: labelOf(index) })),
            { value: ALL, label: t('map.import.all', { count: areas.length }) },
          ]}
        />
      ) : (
        <p>
          <span className="text-sm text-muted">{fileName}</span>
          <br />
          <span className="font-semibold">{labelOf(0)}</span>
        </p>
      )}
      {fault && (
        <div role="alert">
          <Callout tone="no" headline={t(`map.fault.${fault.code}`)}>
            {fault.code === 'swapped' && (
              <Button size="small" className="mt-2" onClick={() => setAxesSwapped(!axesSwapped)}>
                {t('map.import.swap')}
              </Button>
            )}
          </Callout>
        </div>
      )}
      <Button variant="main" disabled={!shape} onClick={() => shape && onTake(shape)}>
        {t('map.import.take')}
      </Button>
    </div>
  );
}

function isSwapped(geometry: BoundaryGeometry): boolean {
  const checked = checkGeometry(geometry);
  return 'fault' in checked && checked.fault.code === 'swapped';
}

/** For files with latitude before longitude. */
function swapAxes(geometry: BoundaryGeometry): BoundaryGeometry {
  const swap = ([lon, lat]: Position): Position => [lat, lon];
  return {
    type: 'MultiPolygon',
    coordinates: toShape(geometry).map((polygon) => polygon.map((ring) => ring.map(swap))),
  };
}
