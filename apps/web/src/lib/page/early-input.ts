/**
 * Typing into a prerendered page before hydration. React would hydrate the whole page synchronously at the first key,
 * and a slow phone shows no typed text meanwhile. Input events are withheld from React until the page is hydrated, then
 * replayed once per field.
 */

/** Discrete events, on which React hydrates synchronously. */
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

/** Registered on the body: listeners above it (boot.js, focus) still get the events, React's root below does not. */
export function withholdInput(): void {
  for (const event of EVENTS) document.body.addEventListener(event, withhold, true);
}

export function releaseInput(): void {
  for (const event of EVENTS) document.body.removeEventListener(event, withhold, true);
  for (const field of typedInto) field.dispatchEvent(new Event('input', { bubbles: true }));
  typedInto.clear();
}
