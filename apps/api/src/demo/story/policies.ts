/** Policies, to whom they were announced, and who has read them. */
import { DAY_MS } from '@ardhi/contract/dates';
import { excerpt } from '../../office/policies/service.ts';
import { dateOf, isoOf, momentOf, someMoment } from '../calendar.ts';
import { PROGRAMME_SENT_DAYS_AGO } from '../people/farmer.ts';
import type { DemoContext } from './context.ts';

interface PolicyText {
  title: string;
  description: string;
  status: 'Draft' | 'Active';
  createdDaysAgo: number;
  sentDaysAgo: number[];
  /** Its readers are those who farm better since then; readers of the other policies differ from no one. */
  isFollowed?: true;
}

const policies: PolicyText[] = [
  {
    title: 'National soil health programme',
    description:
      'Every farmer can have the soil of one parcel tested each year at the county laboratory without charge. Bring one kilogram of dry soil taken from at least ten places of the field. Advice follows within three weeks.',
    status: 'Active',
    createdDaysAgo: 330,
    sentDaysAgo: [PROGRAMME_SENT_DAYS_AGO],
    isFollowed: true,
  },
  {
    title: 'Safe use of highly hazardous pesticides',
    description:
      'Products of WHO class Ia and Ib, among them carbofuran, may be bought and used only by trained operators. Farmers are asked to record every spraying and to hand in empty containers at the ward office.',
    status: 'Active',
    createdDaysAgo: 160,
    sentDaysAgo: [140, 38],
  },
  {
    title: 'Fall armyworm early warning',
    description:
      'Moths of the fall armyworm have been caught in traps in Rift Valley and Western counties. Check your maize twice a week until it flowers. Report damage to your extension officer; the first treatment is free of charge for parcels up to five acres.',
    status: 'Active',
    createdDaysAgo: 34,
    sentDaysAgo: [29],
  },
  {
    title: 'Terraces and trees on steep slopes',
    description:
      'Proposed: fields with a slope of more than twelve percent are terraced or planted with at least forty trees an acre within three years. The ministry would pay for tools and seedlings. Send your opinion to your extension officer.',
    status: 'Draft',
    createdDaysAgo: 24,
    sentDaysAgo: [18],
  },
  {
    title: 'Crop insurance for the short rains',
    description:
      'Proposed: a third of the premium for drought insurance of maize, beans and green grams is paid from public funds. Yields recorded here would serve as the reference for payouts.',
    status: 'Draft',
    createdDaysAgo: 5,
    sentDaysAgo: [],
  },
];

/** An active policy takes effect after this, a draft would in half a year. */
const EFFECTIVE_AFTER_DAYS = { Active: 30, Draft: 180 };

/** Returns the notices whose audience is still to be counted. */
export function addPolicies(demo: DemoContext): string[] {
  const { loader, asOf, officials } = demo;
  const random = demo.random.fork('policies');
  return policies.flatMap(
    ({ title, description, status, createdDaysAgo, sentDaysAgo, isFollowed }, index) => {
      const actorId = officials[index % 3]!.id;
      const createdOn = asOf - createdDaysAgo;
      const at = someMoment(random, createdOn);
      const id = random.id(at);
      const effectiveDate = dateOf(createdOn + EFFECTIVE_AFTER_DAYS[status]);
      loader.add('policies', {
        id,
        title,
        description,
        status,
        effective_date: effectiveDate,
        created_by: actorId,
        created_at: isoOf(at),
        updated_at: isoOf(at),
      });
      const audit = { actorId, entity: 'policy', entityId: id };
      const after = { title, description, status, effectiveDate };
      loader.audit({ ...audit, at, action: 'policy.create', after });
      return sentDaysAgo.map((daysAgo) => {
        const sentAt = momentOf(asOf - daysAgo, random.between(9 * 60, 16 * 60));
        const noticeId = random.id(sentAt);
        loader.add('notices', {
          id: noticeId,
          kind: status === 'Active' ? 'policy-active' : 'policy-draft',
          audience: 'farmer',
          details: JSON.stringify({ title, excerpt: excerpt(description) }),
          link: `/policies/${id}`,
          created_at: isoOf(sentAt),
        });
        const sent = {
          sent_by: actorId,
          sent_at: isoOf(sentAt),
          mail: false,
          mail_finished_at: isoOf(sentAt),
        };
        loader.add('policy_sendings', { notice_id: noticeId, policy_id: id, ...sent });
        loader.audit({ ...audit, at: sentAt, action: 'policy.notify', after: { status, title } });
        addReaders(demo, noticeId, { sentAt, daysAgo, isFollowed });
        return noticeId;
      });
    },
  );
}

/** The hero has read old notices and not yet the new ones. */
const HERO_READS_AFTER_DAYS = 60;

function addReaders(
  { loader, random, asOf, hero, farmers }: DemoContext,
  noticeId: string,
  { sentAt, daysAgo, isFollowed }: { sentAt: number; daysAgo: number; isFollowed?: true },
): void {
  const chance = random.fork(`readers/${noticeId}`);
  // From a third of the farmers to two thirds, the longer it has been sent.
  const share = 0.33 + Math.min(daysAgo, 300) / 900;
  for (const farmer of [hero, ...farmers]) {
    const isReader = chance.chance(share);
    const reads =
      farmer === hero ? daysAgo > HERO_READS_AFTER_DAYS : isFollowed ? farmer.followsProgramme : isReader;
    const readAt = sentAt + (0.05 + 30 * chance.share() * chance.share()) * DAY_MS;
    if (reads && farmer.registeredAt <= sentAt && readAt < momentOf(asOf, 0))
      loader.add('notice_reads', { notice_id: noticeId, user_id: farmer.id, read_at: isoOf(readAt) });
  }
}
