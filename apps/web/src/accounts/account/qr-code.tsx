import { useEffect, useState } from 'react';

/** The quiet zone that readers need around it, in modules. */
const MARGIN = 4;

interface Drawing {
  size: number;
  path: string;
}

/** The library is fetched when a code is shown. */
async function draw(text: string): Promise<Drawing> {
  const { generate } = await import('lean-qr');
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
  return { size: code.size + 2 * MARGIN, path };
}

/** Black on white in either theme: cameras read nothing else as well. What it says stands beside it as text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let shown = true;
    // Without it the text beside it is typed in.
    draw(text).then(
      (drawn) => shown && setDrawing(drawn),
      () => undefined,
    );
    return () => {
      shown = false;
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
