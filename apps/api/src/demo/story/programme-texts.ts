import type { StoredRules } from '@ardhi/contract';
import { NO_RULES } from '../../office/subsidies/eligibility.ts';

export interface ProgrammeText {
  name: string;
  description: string;
  /** For a country of 600 farmers; larger ones have larger budgets. */
  budgetKes: number;
  createdDaysAgo: number;
  decision: 'approved' | 'rejected' | 'pending';
  reason?: string;
  closesInDays: number | null;
  closedDaysAgo?: number;
  rules: StoredRules | null;
  /** What farmers ask for, and in which words. */
  asks: { name: string; purpose: string; kes: readonly [number, number] };
}

const rules = (given: Partial<StoredRules>): StoredRules => ({ ...NO_RULES, ...given });

export const programmeTexts = (year: number): ProgrammeText[] => [
  {
    name: `Fertilizer subsidy, long rains ${year - 1}`,
    description:
      'Planting and top-dressing fertilizer at half price for growers of maize and beans with up to ten acres.',
    budgetKes: 420_000,
    createdDaysAgo: 520,
    decision: 'approved',
    closesInDays: -300,
    rules: rules({ maxAcres: 10, crops: ['maize', 'beans'] }),
    asks: {
      name: 'Fertilizer for the long rains',
      purpose: 'DAP and CAN for the maize',
      kes: [6_000, 28_000],
    },
  },
  {
    name: 'Rice mechanisation, Mwea and Ahero',
    description: 'Hire of transplanters and combine harvesters for growers in the irrigation schemes.',
    budgetKes: 600_000,
    createdDaysAgo: 400,
    decision: 'approved',
    closesInDays: null,
    closedDaysAgo: 120,
    rules: rules({ counties: ['Kirinyaga', 'Kisumu', 'Busia', 'Tana River'], crops: ['rice'] }),
    asks: {
      name: 'Hire of a combine harvester',
      purpose: 'harvesting the paddy in time',
      kes: [12_000, 40_000],
    },
  },
  {
    name: `Fertilizer subsidy ${year}`,
    description:
      'Fertilizer at half price for smallholders with up to ten acres, whatever they grow. One application for each season.',
    budgetKes: 900_000,
    createdDaysAgo: 200,
    decision: 'approved',
    closesInDays: 45,
    rules: rules({ maxAcres: 10 }),
    asks: {
      name: 'Fertilizer for the season',
      purpose: 'planting and top-dressing fertilizer',
      kes: [6_000, 30_000],
    },
  },
  {
    name: 'Seed for dry counties',
    description:
      'Certified seed of sorghum, green grams, cowpea and pigeon pea for farmers in the arid and semi-arid counties.',
    budgetKes: 380_000,
    createdDaysAgo: 170,
    decision: 'approved',
    closesInDays: 60,
    rules: rules({
      regions: ['north'],
      counties: [
        'Kitui',
        'Machakos',
        'Makueni',
        'Tharaka-Nithi',
        'Embu',
        'Taita-Taveta',
        'Kilifi',
        'Garissa',
      ],
      crops: ['sorghum', 'green_gram', 'cowpea', 'pigeon_pea', 'millet'],
    }),
    asks: { name: 'Certified dryland seed', purpose: 'seed for the short rains', kes: [3_000, 12_000] },
  },
  {
    name: 'Drip irrigation kits',
    description:
      'Two thirds of the price of a drip kit for a quarter acre to two acres of vegetables. Water use must be recorded for one season.',
    budgetKes: 1_200_000,
    createdDaysAgo: 150,
    decision: 'approved',
    closesInDays: 90,
    rules: rules({
      maxAcres: 5,
      crops: ['tomato', 'onion', 'kale', 'cabbage', 'french_bean'],
      minConfidence: 40,
    }),
    asks: { name: 'Drip kit', purpose: 'saving water on the vegetables', kes: [25_000, 90_000] },
  },
  {
    name: 'Reward for sustainable practice',
    description:
      'A single payment for parcels with a sustainability score of at least 75 and sufficient records. Officials look at the records before they decide.',
    budgetKes: 750_000,
    createdDaysAgo: 110,
    decision: 'approved',
    closesInDays: null,
    rules: rules({ minScore: 75, minConfidence: 70 }),
    asks: {
      name: 'Reward for sustainable practice',
      purpose: 'keeping up terraces, manure and rotation',
      kes: [10_000, 25_000],
    },
  },
  {
    name: 'Coffee renewal',
    description:
      'Seedlings of Ruiru 11 and Batian and lime for coffee gardens that bear less than two tons of cherry a hectare.',
    budgetKes: 500_000,
    createdDaysAgo: 80,
    decision: 'approved',
    closesInDays: 120,
    rules: rules({ crops: ['coffee'], minConfidence: 30 }),
    asks: { name: 'Seedlings for the coffee garden', purpose: 'replacing old bushes', kes: [8_000, 35_000] },
  },
  {
    name: 'Potato seed multiplication',
    description:
      'Clean seed potatoes for growers who multiply them for their neighbours, in highland counties.',
    budgetKes: 640_000,
    createdDaysAgo: 9,
    decision: 'pending',
    closesInDays: 100,
    rules: rules({
      counties: ['Nyandarua', 'Nakuru', 'Meru', 'Elgeyo-Marakwet', 'Kiambu'],
      crops: ['potato'],
      minAcres: 0.5,
    }),
    asks: { name: 'Seed potatoes', purpose: 'clean seed', kes: [10_000, 30_000] },
  },
  {
    name: 'Tractors for wards',
    description: 'One tractor for each ward, to be hired out by the ward office.',
    budgetKes: 42_000_000,
    createdDaysAgo: 65,
    decision: 'rejected',
    reason: 'The running costs are not covered. Please propose it again together with the counties.',
    closesInDays: null,
    rules: null,
    asks: { name: 'Tractor', purpose: 'ploughing', kes: [50_000, 90_000] },
  },
];

/** What farmers ask for without a programme. */
export const freeRequests: readonly { name: string; purpose: string; kes: readonly [number, number] }[] = [
  { name: 'Water tank of 10,000 litres', purpose: 'storing rain from the roof', kes: [60_000, 95_000] },
  { name: 'Repair of terraces', purpose: 'mending what the rains washed away', kes: [8_000, 30_000] },
  { name: 'Beehives', purpose: 'ten hives beside the fields', kes: [20_000, 45_000] },
  { name: 'Biogas unit', purpose: 'using the manure of four cows', kes: [70_000, 120_000] },
  { name: 'Seedlings of indigenous trees', purpose: 'a windbreak along the boundary', kes: [4_000, 15_000] },
  { name: 'Hermetic storage bags', purpose: 'keeping the maize free of weevils', kes: [2_500, 9_000] },
];

export const reasons = {
  approved: [
    null,
    null,
    'Approved as asked. Please record how it is used.',
    'The facts on your parcels are complete. Thank you.',
  ],
  rejected: [
    'The amount is far above the usual cost. Please apply again with a quotation.',
    'Your parcels have no records of this season yet. Please record your crops and apply again.',
    'The same was already approved for a neighbouring parcel of yours.',
  ],
  rules: [
    'None of the parcels named meets the rules of the programme.',
    'The programme is for another kind of farm. Please look at the other open programmes.',
  ],
  budget: 'The budget of the programme is used up. Please apply to the next one.',
};
