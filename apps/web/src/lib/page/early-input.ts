/**
 * Typing into a prerendered page before it is awake. At the first key in a field React would wake up the whole page at
 * once, in which time a slow phone shows nothing that is typed. The keys are the browser's alone until the page is awake;
 * then the fields that were typed into say so.
 */

/** Those at which React does not wait. Others, and whatever happens to buttons, are left to it. */
const EVENTS = [
  ...['touchstart', 'touchend', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'],
  ...['keydown', 'keypress', 'keyup', 'input', 'textInput', 'compositionstart', 'compositionend', 'change'],
];

const typedInto = new Set<HTMLInputElement>();

function withhold(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.matches('[type=checkbox], [type=radio]')) return;
  event.stopPropagation();
  if (event.type === 'input') typedInto.add(target);
}

/** On the body: what listens above it (boot.js, focus) goes on hearing, React's root below does not. */
export function withholdInput(): void {
  for (const event of EVENTS) document.body.addEventListener(event, withhold, true);
}

export function releaseInput(): void {
  for (const event of EVENTS) document.body.removeEventListener(event, withhold, true);
  for (const field of typedInto) field.dispatchEvent(new Event('input', { bubbles: true }));
  typedInto.clear();
}
