/** Progress of filling the demo: a line per part that is rewritten at a terminal, a line per quarter elsewhere. */

const PARTS = ['farms', 'applications, equipment and messages', 'totals'] as const;

/** The share done is 0 to 1; every part ends with 1. */
export type OnProgress = (part: (typeof PARTS)[number], share: number) => void;

/** Clears the line, and writes on it again. */
const REWRITE = '\r\x1b[K';

export function showProgress(out: { isTTY?: boolean; write(text: string): unknown }): OnProgress {
  const step = out.isTTY ? 1 : 25;
  let shown = '';
  return (part, share) => {
    const percent = Math.floor((share * 100) / step) * step;
    const line = `Filling the demo, ${PARTS.indexOf(part) + 1} of ${PARTS.length}: ${part} ${percent}%`;
    if (line === shown) return;
    shown = line;
    out.write(out.isTTY ? `${REWRITE}${line}${share === 1 ? '\n' : ''}` : `${line}\n`);
  };
}
