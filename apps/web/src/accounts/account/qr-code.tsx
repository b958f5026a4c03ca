import { useEffect, useState } from 'react';

/** Quiet zone that scanners need, in modules. */
const MARGIN = 4;

interface Drawing {
  size: number;
  path: string;
}

/** Lazy import: the library is needed only when a code is shown. */
async function draw(text: string): Promise<Drawing> {
  const { generate } = await import('lean-qr');
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
  return { size: code.size + 2 * MARGIN, path };
}

/** Black on white in both themes, because scanners read that best. The caller shows the content as text too. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isMounted = true;
    // If this fails, the user can type in the text instead.
    draw(text).then(
      (drawn) => isMounted && setDrawing(drawn),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [text]);
  if (!drawing) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      className="mt-5 block max-w-full"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}
