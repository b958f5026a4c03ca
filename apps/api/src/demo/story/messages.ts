/** Threads between people, some with unread messages, and letters from the public contact page. */
import type { ChannelType } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import { isoOf, momentOf, someMoment } from '../calendar.ts';
import type { DemoFarmer } from '../people/farmer.ts';
import type { Random } from '../random.ts';
import type { DemoContext } from './context.ts';

/** The messages come from both in turn; {name} is the first name of the recipient, {town} the farmer's. */
type ThreadText = readonly [subject: string, ...messages: string[]];

const toOfficial: readonly ThreadText[] = [
  [
    'Yellow leaves on maize',
    'Good morning. The lower leaves of my maize near {town} turn yellow from the tip. I gave DAP at planting and nothing since. What should I do?',
    'Good morning {name}. That is a lack of nitrogen. Top-dress with one bag of CAN an acre when the soil is moist.',
    'Thank you, I will do it this week and record it.',
  ],
  [
    'Wadudu kwenye mboga',
    'Habari. Kuna wadudu wadogo weusi kwenye sukuma wiki yangu hapa {town}. Nitumie dawa gani?',
    'Habari {name}. Hao ni vidukari. Anza na maji ya sabuni au mwarobaini asubuhi mapema, kabla ya kutumia dawa kali.',
    'Asante sana, nitajaribu leo.',
  ],
  [
    'Mipaka ya shamba',
    'Jirani yangu amelima ndani ya mpaka wangu karibu na {town}. Naomba msaada.',
    'Pole {name}. Afisa wa ardhi atakuja Alhamisi. Tafadhali andaa hati ya shamba na uwe na jirani yako hapo.',
  ],
];
const fromOfficial: readonly ThreadText[] = [
  [
    'Please confirm your harvest',
    'Dear {name}, the harvest date of one of your crops near {town} has passed. Please confirm what you harvested.',
    'I will weigh it on Saturday and enter it.',
  ],
  [
    'Siku ya mafunzo',
    'Habari {name}. Tutakuwa na mafunzo ya kilimo hifadhi hapa {town} wiki ijayo. Karibu sana.',
    'Nitakuja pamoja na mke wangu. Asante.',
  ],
];
const betweenFarmers: readonly ThreadText[] = [
  [
    'Tractor for hire',
    'Hello {name}, is your tractor free next week? I have three acres near {town} to plough.',
    'It is free from Wednesday. 3,500 an acre, fuel included.',
    'Agreed. I will call you on Tuesday.',
  ],
  [
    'Mbegu ya maharagwe',
    'Habari {name}. Bado una mbegu ya maharagwe ya Rosecoco?',
    'Ndiyo, nina kilo kumi. Mia moja na hamsini kwa kilo.',
    'Niwekee kilo tano, nitapita Jumamosi.',
  ],
];
const betweenOfficials: readonly ThreadText[] = [
  [
    'Budget of the fertilizer subsidy',
    'Two thirds of the budget are approved and there are six weeks left. Do we keep the pace?',
    'Yes, but let us ask for a quotation above 25,000 shillings.',
  ],
];
const welcome: ThreadText = [
  'Welcome',
  'Welcome to Ardhi, {name}. If something is unclear, just ask here.',
  'Thank you! The first parcel is already registered.',
];
const drip: ThreadText = [
  'Your application for a drip kit',
  'Dear {name}, your application is being reviewed. Could you tell us from where you pump, and how far the field is from it?',
];
const sheller: ThreadText = [
  'Your sheller',
  'Hello {name}, when will your maize sheller be repaired?',
  'The belt comes on Thursday.',
  'Very good. Please keep me two days next week, I have forty bags.',
];
const tomatoes: ThreadText = [
  'Spots on the tomatoes',
  'Good afternoon. The tomatoes in Naivasha have brown spots on the lower leaves since the rain. I sprayed twice this month already.',
  'Good afternoon {name}. Take the lower leaves off and burn them, and water at the foot. Spraying more often will not help and costs your score.',
  'I will try that first. Thank you.',
];

interface Writer {
  id: string;
  name: string;
  /** Officials have none. */
  town?: string;
}

const channelOf = (one: Writer, other: Writer): ChannelType => {
  if (one.town && other.town) return 'farmer-farmer';
  return one.town || other.town ? 'government-farmer' : 'government-government';
};
const firstName = ({ name }: Writer) => name.replace(/^Dr\. /, '').split(' ')[0]!;

interface Thread {
  lastDaysAgo: number;
  isUnread: boolean;
  channel?: ChannelType;
}

export function addMessages(demo: DemoContext): void {
  const { asOf, hero, officials } = demo;
  const random = demo.random.fork('messages');
  // Threads are up to 60 days old: later farmers cannot be in them.
  const farmers = demo.farmers.filter(({ registeredOn }) => registeredOn < asOf - 70);
  const official = officials[0]!;
  const someFarmer = () => random.pick(farmers);
  const neighbourOf = ({ id, town }: DemoFarmer) =>
    random.pick(farmers.filter((other) => other.id !== id && other.town === town)) ?? hero;
  const some = (): Thread => {
    const lastDaysAgo = 1 + Math.floor(58 * random.share() * random.share());
    return { lastDaysAgo, isUnread: random.chance(0.3) };
  };
  const add = (starter: Writer, partner: Writer, text: ThreadText, thread = some()) =>
    addThread(demo, random, starter, partner, text, thread);

  add(official, hero, drip, { lastDaysAgo: 1, isUnread: true });
  add(someFarmer(), hero, sheller, { lastDaysAgo: 2, isUnread: true });
  add(hero, official, tomatoes, { lastDaysAgo: 16, isUnread: false });
  add(official, hero, welcome, { lastDaysAgo: 90, isUnread: false, channel: 'general' });
  add(official, someFarmer(), welcome, { ...some(), channel: 'general' });
  for (const [index, [subject, question]] of toOfficial.slice(0, 3).entries())
    add(someFarmer(), official, [subject, question!], { lastDaysAgo: 1 + index, isUnread: true });
  for (const text of betweenOfficials) {
    add(officials[2]!, official, text);
    add(officials[3]!, officials[4]!, text);
  }
  for (let number = 0; number < Math.max(120, farmers.length) / 10; number += 1) {
    add(someFarmer(), number % 4 === 0 ? official : random.pick(officials), random.pick(toOfficial));
    if (number % 2 === 0) add(random.pick(officials), someFarmer(), random.pick(fromOfficial));
    const starter = someFarmer();
    add(starter, neighbourOf(starter), random.pick(betweenFarmers));
  }
  addLetters(demo);
}

function addThread(
  { loader, asOf }: DemoContext,
  random: Random,
  starter: Writer,
  partner: Writer,
  [subject, ...messages]: ThreadText,
  { lastDaysAgo, isUnread, channel = channelOf(starter, partner) }: Thread,
): void {
  // The last on its day, each one before it up to two days earlier.
  const moments = [someMoment(random, asOf - lastDaysAgo)];
  while (moments.length < messages.length) moments.unshift(moments[0]! - random.between(0.02, 1.8) * DAY_MS);
  const threadId = random.id(moments[0]!);
  loader.add('threads', {
    id: threadId,
    channel_type: channel,
    subject,
    starter_id: starter.id,
    partner_id: partner.id,
    message_count: messages.length,
    last_message_at: isoOf(moments.at(-1)!),
  });
  for (const [index, message] of messages.entries()) {
    const [sender, recipient] = index % 2 === 0 ? [starter, partner] : [partner, starter];
    const at = moments[index]!;
    const isLast = index === messages.length - 1;
    // A reply shows that the message before it was read.
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
      content: message
        .replaceAll('{name}', firstName(recipient))
        .replaceAll('{town}', starter.town ?? partner.town ?? ''),
      created_at: isoOf(at),
      read_at: isLast && isUnread ? null : isoOf(readAt),
    });
    const audit = { actorId: sender.id, entity: 'message', entityId: id };
    const after = { threadId, recipientId: recipient.id };
    loader.audit({ ...audit, at, action: 'message.send', after });
  }
}

const letters: readonly [daysAgo: number, name: string, message: string][] = [
  [1, 'Joseph Karanja', 'I bought land in Subukia. How do I take over the registered parcel?'],
  [2, 'Naliaka Barasa', 'Je, ninaweza kusajili shamba la ukoo ambalo halijagawanywa?'],
  [4, 'Green Fields Cooperative', 'We are 240 members in Bomet. Can we register all of them in one go?'],
  [9, 'Wambui Mwangi', 'I cannot sign in since I changed my phone. Please help.'],
  [21, 'Moses Kiptoo', 'Will there be a version for feature phones by SMS?'],
  [30, 'Faith Mwende', 'Asante kwa programu hii. Naomba maelezo zaidi kuhusu ruzuku ya mbegu.'],
  [75, 'Omar Bakari', 'Mipaka ya shamba langu ni tofauti na ile ya jirani. Nifanye nini?'],
  [120, 'University of Eldoret', 'Are the totals per county available for a study on soil health?'],
];
const REPLY = 'Thank you for writing. A colleague of your county has called you about it.';
const HANDLED_AFTER_DAYS = 12;

function addLetters({ loader, officials, asOf, random }: DemoContext): void {
  const chance = random.fork('contact');
  for (const [daysAgo, name, message] of letters) {
    const createdAt = someMoment(chance, asOf - daysAgo);
    const at = momentOf(asOf - daysAgo + chance.whole(1, 6), chance.between(9 * 60, 16 * 60));
    const id = chance.id(createdAt);
    const handler = daysAgo > HANDLED_AFTER_DAYS ? chance.pick(officials.slice(0, 5)) : null;
    const hasReply = handler !== null && daysAgo % 2 === 0;
    loader.add('contact_messages', {
      id,
      name,
      email: `${name.toLowerCase().replaceAll(' ', '.')}@mail.example`,
      message,
      created_at: isoOf(createdAt),
      handled_at: handler && isoOf(at),
      handled_by: handler?.id ?? null,
      answer: hasReply ? REPLY : null,
      answered_at: hasReply ? isoOf(at) : null,
      revision: handler ? 2 : 1,
    });
    const audit = { entity: 'contact', entityId: id, at };
    if (handler) loader.audit({ ...audit, actorId: handler.id, action: 'contact.handled' });
  }
}
