/** Toast queue; `<Toaster />` in the layout renders it. */

export interface Toast {
  id: number;
  text: string;
  /** Second line with additional information. */
  line?: string;
  tone: 'ok' | 'no';
  action?: { label: string; onAction: () => void };
  /** Milliseconds until it closes; the timer stops while the toast has pointer or focus. */
  duration: number;
}

type Options = Partial<Pick<Toast, 'action' | 'duration'>>;

let toasts: readonly Toast[] = [];
let lastId = 0;
let nextLine: { text: string; at: number } | null = null;
/** An added line is used only by a success toast within this time. */
const LINE_EXPIRES_MS = 1_000;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(tone: Toast['tone'], text: string, { action, duration }: Options = {}): number {
  lastId += 1;
  // An undo is offered for 10 seconds.
  const usual = action ? 10_000 : tone === 'no' ? 8000 : 4000;
  const line =
    tone === 'ok' && nextLine && Date.now() - nextLine.at < LINE_EXPIRES_MS ? nextLine.text : undefined;
  nextLine = null;
  // At most three toasts; the oldest are dropped.
  set([...toasts.slice(-2), { id: lastId, text, line, tone, action, duration: duration ?? usual }]);
  return lastId;
}

/** `toast.done(t('land.deleted'), { action: { label: t('ui.undo'), onAction: restore } })` */
export const toast = {
  done: (text: string, options?: Options) => add('ok', text, options),
  failed: (text: string, options?: Options) => add('no', text, options),
  /** Second line for the next success toast. The outbox uses it to report that the change is queued on this device. */
  addLine: (text: string) => {
    const before = nextLine && Date.now() - nextLine.at < LINE_EXPIRES_MS ? `${nextLine.text} ` : '';
    nextLine = { text: before + text, at: Date.now() };
  },
  dismiss: (id: number) => set(toasts.filter((one) => one.id !== id)),
};

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};
