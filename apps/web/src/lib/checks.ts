/** The few checks that forms make themselves; the server makes them all. */

/** The browser's own rule for e-mail addresses, so that form and server agree. */
export function isEmail(text: string): boolean {
  const input = document.createElement('input');
  input.type = 'email';
  input.required = true;
  input.value = text.trim();
  return input.checkValidity();
}

/** Whether a figure lies on a step such as 0.1, without floating-point surprises. */
export function isOnStep(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6 * Math.max(1, Math.abs(steps));
}
