/** Policies, whom they were announced to, and who has read them. */
import { DAY_MS } from '@ardhi/contract/dates';
import { excerpt } from '../../office/policies/service.ts';
import { type Day, dateOf, isoOf, momentOf, someMoment } from '../calendar.ts';
import type { Country } from '../country.ts';
import { type PolicyText, policyTexts } from './policy-texts.ts';

/** Notices whose audience is to be written down once the rows are in. */
export function addPolicies(country: Country): string[] {
  const random = country.random.fork('policies');
  return policyTexts.flatMap((policy, index) => {
    const author = country.officials[index % 3]!;
    const createdAt = someMoment(random, country.asOf - policy.createdDaysAgo);
    const id = random.id(createdAt);
    const created = isoOf(createdAt);
    const { title, description, status } = policy;
    const effectiveDate =
      policy.effectiveInDays === null ? null : dateOf(country.asOf + policy.effectiveInDays);
    country.loader.add('policies', {
      id,
      title,
      description,
      status,
      effective_date: effectiveDate,
      created_by: author.id,
      created_at: created,
      updated_at: created,
    });
    country.loader.audit({
      at: created,
      actorId: author.id,
      action: 'policy.create',
      entity: 'policy',
      entityId: id,
      after: { title, description, status, effectiveDate },
    });
    return policy.sentDaysAgo.map((daysAgo) =>
      announce(country, policy, id, author.id, country.asOf - daysAgo),
    );
  });
}

function announce(
  country: Country,
  policy: PolicyText,
  policyId: string,
  officialId: string,
  on: Day,
): string {
  const { loader } = country;
  const random = country.random.fork(`policies/${policy.title}/${on}`);
  const sentAt = momentOf(on, random.between(9 * 60, 16 * 60));
  const sent = isoOf(sentAt);
  const noticeId = random.id(sentAt);
  const { title, status } = policy;
  loader.add('notices', {
    id: noticeId,
    kind: status === 'Active' ? 'policy-active' : 'policy-draft',
    user_id: null,
    audience: 'farmer',
    details: JSON.stringify({ title, excerpt: excerpt(policy.description) }),
    link: `/policies/${policyId}`,
    created_at: sent,
  });
  loader.add('policy_sendings', {
    notice_id: noticeId,
    policy_id: policyId,
    sent_by: officialId,
    sent_at: sent,
    mail: false,
    mail_finished_at: sent,
  });
  loader.audit({
    at: sent,
    actorId: officialId,
    action: 'policy.notify',
    entity: 'policy',
    entityId: policyId,
    after: { status, title },
  });
  addReaders(country, policy, noticeId, sentAt, on);
  return noticeId;
}

/** The hero has read what is old and not yet what is new. */
const HERO_READS_AFTER_DAYS = 60;

function addReaders(
  { loader, random, asOf, hero, farmers }: Country,
  policy: PolicyText,
  noticeId: string,
  sentAt: number,
  on: Day,
): void {
  const chance = random.fork(`readers/${noticeId}`);
  const latest = momentOf(asOf, 0);
  for (const farmer of [hero, ...farmers]) {
    const reads = farmer === hero ? asOf - on > HERO_READS_AFTER_DAYS : chance.chance(policy.readShare);
    const delay = chance.share();
    const readAt = sentAt + 3_600_000 + delay * delay * 30 * DAY_MS;
    if (reads && farmer.registeredAt <= sentAt && readAt < latest)
      loader.add('notice_reads', { notice_id: noticeId, user_id: farmer.id, read_at: isoOf(readAt) });
  }
}
