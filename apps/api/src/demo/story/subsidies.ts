/** Programmes and applications, the hero's among them. */
import type { Country } from '../country.ts';
import { type Application, addApplications, draft, planApplications } from './applications.ts';
import { type Programme, planProgrammes } from './programmes.ts';

export function addSubsidies(country: Country): void {
  const programmes = planProgrammes(country);
  addApplications(country, [
    ...heroApplications(country, programmes),
    ...planApplications(country, programmes),
  ]);
  for (const programme of programmes) programme.add();
}

/** One approved, one rejected, one waiting, one without a programme. */
function heroApplications({ hero, asOf, random }: Country, programmes: Programme[]): Application[] {
  const named = (part: string) => programmes.find(({ text }) => text.name.includes(part)) ?? null;
  const parcels = (...names: string[]) =>
    hero.parcels.filter(({ row }) => names.includes(row.name)).map(({ row }) => row.id);
  const fertilizer = programmes.findLast(({ text }) => text.name.startsWith('Fertilizer subsidy')) ?? null;
  const common = { asOf, farmer: hero };
  return [
    draft(random.fork('hero/approved'), {
      ...common,
      programme: fertilizer,
      createdOn: asOf - 88,
      amountKes: 18_500,
      name: 'Fertilizer for the home field',
      description:
        'Three bags of DAP and three bags of CAN for maize and beans on the home field and the hill terraces.',
      parcelIds: parcels('Home field', 'Hill terraces'),
      fate: { status: 'approved', reason: 'Approved as asked. Please record when you spread it.' },
    }),
    draft(random.fork('hero/rejected'), {
      ...common,
      programme: named('Reward'),
      createdOn: asOf - 52,
      amountKes: 24_000,
      name: 'Reward for sustainable practice',
      description: 'For the tomato field in Naivasha, which I want to bring to a better score.',
      parcelIds: parcels('Tomato field'),
      fate: {
        status: 'rejected',
        reason:
          'The tomato field is below the 75 points that the programme asks for. Two of your other parcels are above it: you are welcome to apply with those.',
      },
    }),
    draft(random.fork('hero/waiting'), {
      ...common,
      programme: named('Drip'),
      createdOn: asOf - 6,
      amountKes: 62_000,
      name: 'Drip kit for one acre of tomatoes',
      description:
        'A drip kit would save at least a third of the water on the tomato field. A quotation is at the ward office.',
      parcelIds: parcels('Tomato field', 'Kitchen garden'),
      waits: true,
    }),
    draft(random.fork('hero/free'), {
      ...common,
      programme: null,
      createdOn: asOf - 140,
      amountKes: 12_000,
      name: 'Repair of terraces',
      description:
        'The rains washed away forty metres of terrace on the hill. Help with tools and labour is asked for.',
      parcelIds: parcels('Hill terraces'),
      fate: { status: 'approved', reason: 'The extension officer has seen the damage.' },
    }),
  ];
}
