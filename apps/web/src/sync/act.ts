import { currentOutbox } from '../outbox/current.ts';

type Opened = NonNullable<Awaited<ReturnType<typeof currentOutbox>>>;

/** The person has decided something about an entry: done, and what can be sent now is sent. */
export async function act(work: (opened: Opened) => Promise<unknown>): Promise<void> {
  const opened = await currentOutbox();
  if (!opened) return;
  await work(opened);
  void opened.push();
}
