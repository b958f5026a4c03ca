/** Correspondents of conversations cached on this device, available as recipients offline. */
import type { Correspondent, Message } from '@ardhi/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/http/api.ts';
import { messageKeys } from './keys.ts';

/**
 * Includes the current user. Skips threads with hidden names, because an alias cannot be a recipient, and for officials
 * their office, to which only farmers write.
 */
export function cachedCorrespondents(client: QueryClient, isOfficial = false): Correspondent[] {
  const lists = client.getQueriesData<{ pages: Page<Message>[] }>({ queryKey: messageKeys.lists });
  const messages = lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ rows }) => rows);
  const people = messages
    .filter(({ names }) => names === 'shown')
    .flatMap(({ sender, recipient }) => [sender, recipient])
    .filter(({ deleted }) => !deleted)
    .filter(({ _id }) => !isOfficial || !messages.some(({ office }) => office?._id === _id));
  return [...new Map(people.map((person) => [person._id, person])).values()];
}
