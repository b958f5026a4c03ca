import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ServiceFacts, serviceDue } from './service-due.ts';

const TODAY = '2026-03-01';
const tractor: ServiceFacts = { status: 'active', dueDate: null, intervalHours: null, hoursSinceService: 0 };
const due = (facts: Partial<ServiceFacts>) => serviceDue({ ...tractor, ...facts }, TODAY);

describe('the next service', () => {
  it('is unknown without a date and an interval', () => {
    expect(due({ hoursSinceService: 900 })).toMatchObject({ state: 'unknown', by: null });
  });

  it.each([
    ['2026-02-28', 'due', -1],
    ['2026-03-01', 'due', 0],
    ['2026-03-02', 'soon', 1],
    ['2026-03-15', 'soon', 14],
    ['2026-03-16', 'later', 15],
    ['2027-03-01', 'later', 365],
  ])('by date: %s is %s', (dueDate, state, daysLeft) => {
    expect(due({ dueDate })).toMatchObject({ state, daysLeft, by: state === 'later' ? null : 'date' });
  });

  it.each([
    [250, 'due', 0],
    [251.5, 'due', -1.5],
    [225, 'soon', 25],
    [224.9, 'later', 25.1],
    [0, 'later', 250],
  ])('by hours: %d of 250 is %s', (hoursSinceService, state, hoursLeft) => {
    expect(due({ intervalHours: 250, hoursSinceService })).toMatchObject({
      state,
      hoursLeft,
      by: state === 'later' ? null : 'hours',
    });
  });

  it('is due by date or hours, whichever comes first', () => {
    expect(due({ dueDate: '2026-03-10', intervalHours: 250, hoursSinceService: 300 })).toMatchObject({
      state: 'due',
      by: 'hours',
    });
    expect(due({ dueDate: '2026-01-10', intervalHours: 250, hoursSinceService: 0 })).toMatchObject({
      state: 'due',
      by: 'date',
    });
  });

  it('is unknown for retired equipment', () => {
    expect(due({ status: 'retired', dueDate: '2020-01-01' })).toMatchObject({
      state: 'unknown',
      dueDate: null,
    });
  });

  it('never becomes less urgent with more hours of use', () => {
    const urgency = { unknown: 0, later: 1, soon: 2, due: 3 };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 500 }),
        (intervalHours, hours, more) => {
          const before = due({ intervalHours, hoursSinceService: hours });
          const after = due({ intervalHours, hoursSinceService: hours + more });
          expect(urgency[after.state]).toBeGreaterThanOrEqual(urgency[before.state]);
        },
      ),
    );
  });
});
