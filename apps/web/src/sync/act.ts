import { currentOutbox } from '../outbox/current.ts';

type Opened = NonNullable<Awaited<ReturnType<typeof currentOutbox>>>;

/** Applies the user's decision about an entry, then flushes the outbox. */
export async function applyAndFlush(work: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await currentOutbox();
  if (!opened) return;
  await work(opened);
  void opened.push();
}
