/** Applies queued messages on top of threads. A new thread has the id of its first message. */
import type { Correspondent, Message, Role, ThreadSummary, User } from '@ardhi/contract';
import type { EntryOf } from '../../outbox/offline-calls.ts';

/** Sending is the only message call that can be queued. */
export type QueuedMessage = EntryOf<'POST /messages'>;

/** Finds a loaded message of the thread: a queued reply stores only the thread id, not its recipient. */
type FindMessage = (threadId: string) => Message | undefined;

const roleOf = (channel: Message['channelType'] | null | undefined, own: Role): Role => {
  if (channel !== 'government-farmer') return own;
  return own === 'farmer' ? 'government' : 'farmer';
};

function draftMessage(
  { body, about, madeAt }: QueuedMessage,
  me: User,
  findMessage: FindMessage,
): Message | undefined {
  const earlier = body.threadId ? findMessage(body.threadId) : undefined;
  const own: Correspondent = { _id: me._id, name: me.name, role: me.role, deleted: false };
  const recipient = earlier
    ? earlier.sender._id === me._id
      ? earlier.recipient
      : earlier.sender
    : {
        _id: body.recipientId ?? '',
        name: about ?? '',
        role: roleOf(body.channelType, me.role),
        deleted: false,
      };
  if (body.threadId && !earlier) return undefined;
  return {
    _id: body._id,
    threadId: body.threadId ?? body._id,
    subject: body.subject ?? earlier?.subject ?? '',
    content: body.content,
    channelType: body.channelType ?? earlier?.channelType ?? 'general',
    sender: own,
    recipient,
    names: earlier?.names ?? 'shown',
    office: earlier?.office,
    read: false,
    createdAt: new Date(madeAt).toISOString(),
  };
}

/** Oldest first. */
export function overlayThread(
  rows: readonly Message[],
  entries: readonly QueuedMessage[],
  me: User,
  threadId: string,
): Message[] {
  const shown = [...rows];
  for (const entry of entries) {
    const thread = entry.body.threadId ?? entry.body._id;
    if (thread !== threadId || shown.some(({ _id }) => _id === entry.body._id)) continue;
    const message = draftMessage(entry, me, () => shown[0]);
    if (message) shown.push(message);
  }
  return shown;
}

/** Newest first, one row for each thread. */
export function overlayThreads(
  rows: readonly ThreadSummary[],
  entries: readonly QueuedMessage[],
  me: User,
): ThreadSummary[] {
  let shown = [...rows];
  for (const entry of entries) {
    if (shown.some(({ _id }) => _id === entry.body._id)) continue;
    const message = draftMessage(entry, me, (id) => shown.find(({ threadId }) => threadId === id));
    if (!message) continue;
    shown = [
      { ...message, unreadCount: 0 },
      ...shown.filter(({ threadId }) => threadId !== message.threadId),
    ];
  }
  return shown;
}
