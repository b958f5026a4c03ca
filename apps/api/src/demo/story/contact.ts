/** Messages from the public contact page. */
import { isoOf, momentOf, someMoment } from '../calendar.ts';
import type { Country } from '../country.ts';

const letters: readonly [name: string, email: string, message: string, daysAgo: number][] = [
  [
    'Joseph Karanja',
    'jkaranja@mail.example',
    'I bought land in Subukia last month. How do I take over the parcel that the former owner registered?',
    1,
  ],
  [
    'Naliaka Barasa',
    'naliaka.b@mail.example',
    'Je, ninaweza kusajili shamba la ukoo ambalo halijagawanywa?',
    2,
  ],
  [
    'Green Fields Cooperative',
    'office@greenfields.example',
    'We are 240 members in Bomet. Is there a way to register all of them in one go?',
    4,
  ],
  [
    'Ahmed Noor',
    'ahmed.noor@mail.example',
    'The score of my sorghum field fell in the last month although nothing changed. Why is that?',
    6,
  ],
  ['Wambui Mwangi', 'wambui.mw@mail.example', 'I cannot sign in since I changed my phone. Please help.', 9],
  [
    'Kenya Agri News',
    'desk@agrinews.example',
    'We would like to write about the programme for dry counties. Whom may we talk to?',
    13,
  ],
  ['Moses Kiptoo', 'mkiptoo@mail.example', 'Will there be a version for feature phones by SMS?', 21],
  [
    'Faith Mwende',
    'faith.mwende@mail.example',
    'Asante kwa programu hii. Naomba maelezo zaidi kuhusu ruzuku ya mbegu.',
    30,
  ],
  [
    'Otieno Hardware Ltd',
    'sales@otienohardware.example',
    'We sell drip kits and would like to be on the list of dealers.',
    44,
  ],
  [
    'Grace Nyaboke',
    'g.nyaboke@mail.example',
    'How long does it take until an application is decided? Mine is two weeks old.',
    58,
  ],
  [
    'Omar Bakari',
    'omar.bakari@mail.example',
    'Mipaka ya shamba langu ni tofauti na ile ya jirani. Nifanye nini?',
    75,
  ],
  [
    'University of Eldoret',
    'research@uoe.example',
    'Are the figures per county available for a study on soil health?',
    120,
  ],
];

const HANDLED_AFTER_DAYS = 12;
const ANSWER = 'Thank you for writing. A colleague of your county has called you about it.';

export function addContactMessages({ loader, officials, asOf, random }: Country): void {
  const chance = random.fork('contact');
  for (const [name, email, message, daysAgo] of letters) {
    const createdAt = someMoment(chance, asOf - daysAgo);
    const handledAt = momentOf(asOf - daysAgo + chance.whole(1, 6), chance.between(9 * 60, 16 * 60));
    const handler = daysAgo > HANDLED_AFTER_DAYS ? chance.pick(officials.slice(0, 5)) : null;
    const isAnswered = handler !== null && daysAgo % 2 === 0;
    const id = chance.id(createdAt);
    loader.add('contact_messages', {
      id,
      name,
      email,
      message,
      created_at: isoOf(createdAt),
      handled_at: handler && isoOf(handledAt),
      handled_by: handler?.id ?? null,
      answer: isAnswered ? ANSWER : null,
      answered_at: isAnswered ? isoOf(handledAt) : null,
      revision: handler ? 2 : 1,
    });
    if (handler)
      loader.audit({
        at: isoOf(handledAt),
        actorId: handler.id,
        action: 'contact.handled',
        entity: 'contact',
        entityId: id,
      });
  }
}
