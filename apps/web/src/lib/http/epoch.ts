/**
 * Epoch of the server's data. A restore of a backup begins a new one: writes after the restored moment are lost on the
 * server, and phones send them again. It travels with the marker header.
 */
export interface Epoch {
  id: string;
  /** Server time in milliseconds. */
  restoredTo: number;
}

let current: Epoch | undefined;
const listeners = new Set<(epoch: Epoch) => void>();

/** `1` before the first restore, then `1 ID TIME`. */
function parse(header: string | null): Epoch | undefined {
  const [, id, time = ''] = header?.split(' ') ?? [];
  const restoredTo = Date.parse(time);
  return id && !Number.isNaN(restoredTo) ? { id, restoredTo } : undefined;
}

/** Called with the marker header of every response of our server. */
export function recordEpoch(header: string | null): void {
  const epoch = parse(header);
  if (!epoch || epoch.id === current?.id) return;
  current = epoch;
  for (const listener of listeners) listener(epoch);
}

/** Calls the listener with the current epoch, if there is one, and with each new one. */
export function followEpoch(listener: (epoch: Epoch) => void): () => void {
  listeners.add(listener);
  if (current) listener(current);
  return () => listeners.delete(listener);
}
