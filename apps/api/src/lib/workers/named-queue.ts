/** Runs at most `atOnce` tasks per name; the others wait in order of arrival. */
interface Queue {
  running: number;
  waiting: (() => void)[];
}

const queues = new Map<string, Queue>();

export async function runInQueue<T>(name: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(name) ?? { running: 0, waiting: [] };
  queues.set(name, queue);
  if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // The slot passes directly to the next task, so that no newer one can take it.
    if (next) next();
    else {
      queue.running -= 1;
      if (queue.running === 0) queues.delete(name);
    }
  }
}
