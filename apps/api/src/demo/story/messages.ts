/** Threads between people, with what is still unread in them. */
import type { ChannelType, Role } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import { isChannelAllowed } from '../../records/messages/policy.ts';
import { type Day, isoOf, momentOf, someMoment } from '../calendar.ts';
import type { Country } from '../country.ts';
import type { DemoFarmer } from '../people/farmer.ts';
import type { Random } from '../random.ts';
import {
  type DemoThread,
  farmerToFarmer,
  farmerToOfficial,
  general,
  heroThreads,
  officialToFarmer,
  officialToOfficial,
} from './threads.ts';

interface Writer {
  id: string;
  name: string;
  role: Role;
  town: string;
}

interface Thread {
  starter: Writer;
  partner: Writer;
  channel: ChannelType;
  text: DemoThread;
  /** The day of the last message. */
  lastOn: Day;
  unread: boolean;
}

const farmerWriter = (farmer: DemoFarmer): Writer => ({
  id: farmer.id,
  name: farmer.name.full,
  role: 'farmer',
  town: farmer.town,
});
const officialWriter = ({ id, name }: { id: string; name: string }): Writer => ({
  id,
  name,
  role: 'government',
  town: 'Nairobi',
});

/** Questions that the demo's own official has not read yet. */
const WAITING_FOR_OFFICIAL = 3;

export function addMessages(country: Country): void {
  const random = country.random.fork('messages');
  const { asOf, official, officials, hero } = country;
  // Whoever registered only lately is not in an older thread.
  const farmers = country.farmers.filter(({ registeredOn }) => registeredOn < asOf - 70);
  const someFarmer = () => farmerWriter(random.pick(farmers));
  const neighbourOf = (farmer: Writer) =>
    farmers.filter((other) => other.id !== farmer.id && other.town === farmer.town);
  const me = farmerWriter(hero);

  for (const thread of heroThreads) {
    const other = thread.with === 'official' ? officialWriter(official) : farmerWriter(random.pick(farmers));
    const [starter, partner] = thread.startedBy === 'hero' ? [me, other] : [other, me];
    const roles = thread.with === 'official' ? 'government-farmer' : 'farmer-farmer';
    addThread(country, random, {
      starter,
      partner,
      channel: thread.channel ?? roles,
      text: thread.text,
      lastOn: asOf - thread.daysAgo,
      unread: thread.unread,
    });
  }
  farmerToOfficial.slice(0, WAITING_FOR_OFFICIAL).forEach(({ subject, lines }, index) => {
    addThread(country, random, {
      starter: someFarmer(),
      partner: officialWriter(official),
      channel: 'government-farmer',
      text: { subject, lines: lines.slice(0, 1) },
      lastOn: asOf - 1 - index,
      unread: true,
    });
  });
  const count = (share: number, least: number) => Math.max(least, Math.round(farmers.length * share));
  const someDay = () => asOf - 1 - Math.floor(58 * random.share() * random.share());
  const add = (starter: Writer, partner: Writer, channel: ChannelType, text: DemoThread) =>
    addThread(country, random, {
      starter,
      partner,
      channel,
      text,
      lastOn: someDay(),
      unread: random.chance(0.3),
    });

  for (let number = 0; number < count(0.1, 12); number += 1) {
    const answering = officialWriter(number % 4 === 0 ? official : random.pick(officials));
    add(someFarmer(), answering, 'government-farmer', random.pick(farmerToOfficial));
  }
  for (let number = 0; number < count(0.05, 6); number += 1)
    add(
      officialWriter(random.pick(officials)),
      someFarmer(),
      'government-farmer',
      random.pick(officialToFarmer),
    );
  for (let number = 0; number < count(0.08, 10); number += 1) {
    const starter = someFarmer();
    const neighbours = neighbourOf(starter);
    if (neighbours.length)
      add(starter, farmerWriter(random.pick(neighbours)), 'farmer-farmer', random.pick(farmerToFarmer));
  }
  for (const text of officialToOfficial) {
    const others = officials.filter(({ id }) => id !== official.id);
    add(officialWriter(random.pick(others)), officialWriter(official), 'government-government', text);
    const [one, two] = random.shuffled(others);
    add(officialWriter(one!), officialWriter(two!), 'government-government', text);
  }
  for (const text of general) add(officialWriter(official), someFarmer(), 'general', text);
}

function addThread({ loader, asOf }: Country, random: Random, thread: Thread): void {
  const { starter, partner, channel, lastOn } = thread;
  if (!isChannelAllowed(channel, starter.role, partner.role))
    throw new Error(`${channel} does not fit the two`);
  const { subject, lines } = thread.text;
  const moments = momentsOf(random, lines.length, lastOn);
  const threadId = random.id(moments[0]!);
  const latest = moments.at(-1)!;
  loader.add('threads', {
    id: threadId,
    channel_type: channel,
    subject,
    starter_id: starter.id,
    partner_id: partner.id,
    message_count: lines.length,
    last_message_at: isoOf(latest),
  });
  lines.forEach((line, index) => {
    const [sender, recipient] = index % 2 === 0 ? [starter, partner] : [partner, starter];
    const at = moments[index]!;
    // An answer shows that what it answers was read.
    const readAt = Math.min(at + random.between(5, 600) * 60_000, moments[index + 1] ?? momentOf(asOf, 0));
    const id = index === 0 ? threadId : random.id(at);
    loader.add('messages', {
      id,
      thread_id: threadId,
      number: index + 1,
      sender_id: sender.id,
      recipient_id: recipient.id,
      channel_type: channel,
      subject,
      content: line
        .replaceAll('{name}', firstName(recipient))
        .replaceAll('{town}', starter.role === 'farmer' ? starter.town : partner.town),
      created_at: isoOf(at),
      read_at: index === lines.length - 1 && thread.unread ? null : isoOf(readAt),
    });
    loader.audit({
      at: isoOf(at),
      actorId: sender.id,
      action: 'message.send',
      entity: 'message',
      entityId: id,
      after: { threadId, recipientId: recipient.id },
    });
  });
}

/** The last on its day, each one before it up to two days earlier. */
function momentsOf(random: Random, count: number, lastOn: Day): number[] {
  const moments = [someMoment(random, lastOn)];
  while (moments.length < count) moments.unshift(moments[0]! - random.between(0.02, 1.8) * DAY_MS);
  return moments;
}

const firstName = ({ name }: Writer) => name.replace(/^Dr\. /, '').split(' ')[0]!;
