/** Work under one name, so many at a time; the others wait in the order in which they came. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

const lines = new Map<string, Line>();

export async function inTurn<T>(name: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(name) ?? { running: 0, waiting: [] };
  lines.set(name, line);
  if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve));
  else line.running += 1;
  try {
    return await work();
  } finally {
    const next = line.waiting.shift();
    // The place goes straight to the next, so that nobody slips in between.
    if (next) next();
    else {
      line.running -= 1;
      if (line.running === 0) lines.delete(name);
    }
  }
}
