/** Last marker header of our server. Its value changes with the epoch of the server's data: see src/outbox/epoch.ts. */
let last: string | null = null;
let onChange = () => {};

/** Called with the header of every response of our server. */
export function recordMarker(header: string | null): void {
  if (header === last) return;
  last = header;
  onChange();
}

export const lastMarker = (): string | null => last;

/** There is one listener: the outbox. */
export function setMarkerListener(listener: () => void): void {
  onChange = listener;
}
