/**
 * Epoch of the server's data. A restore of a backup begins a new one: writes after the restored moment are lost on the
 * server, and phones send them again. It travels with the marker header.
 */
import { lastMarker, setMarkerListener } from '../lib/http/marker.ts';

export interface Epoch {
  id: string;
  /** Server time in milliseconds. */
  restoredTo: number;
}

/** `1` before the first restore, then `1 ID TIME`. */
function currentEpoch(): Epoch | undefined {
  const [, id, time = ''] = lastMarker()?.split(' ') ?? [];
  const restoredTo = Date.parse(time);
  return id && !Number.isNaN(restoredTo) ? { id, restoredTo } : undefined;
}

/** Calls the listener with the current epoch, if there is one, and with each new one. */
export function followEpoch(listener: (epoch: Epoch) => void): () => void {
  const tell = () => {
    const epoch = currentEpoch();
    if (epoch) listener(epoch);
  };
  setMarkerListener(tell);
  tell();
  return () => setMarkerListener(() => {});
}
