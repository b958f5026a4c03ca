export interface PolicyText {
  title: string;
  description: string;
  status: 'Draft' | 'Active';
  createdDaysAgo: number;
  /** Negative: it has been in force. */
  effectiveInDays: number | null;
  sentDaysAgo: number[];
  /** How many of the farmers read the notice. */
  readShare: number;
}

export const policyTexts: PolicyText[] = [
  {
    title: 'Tea catchment buffer zones',
    description:
      'Tea growers keep a strip of ten metres along rivers and springs free of fertilizer and herbicide. The strip may carry indigenous trees or Napier grass. Extension officers help to mark it.',
    status: 'Active',
    createdDaysAgo: 420,
    effectiveInDays: -380,
    sentDaysAgo: [],
    readShare: 0,
  },
  {
    title: 'National soil health programme',
    description:
      'Every farmer can have the soil of one parcel tested each year at the county laboratory without charge. Advice on lime, manure and fertilizer follows within three weeks. Bring one kilogram of dry soil taken from at least ten places of the field.',
    status: 'Active',
    createdDaysAgo: 330,
    effectiveInDays: -300,
    sentDaysAgo: [310],
    readShare: 0.72,
  },
  {
    title: 'Certified seed and fertilizer e-voucher',
    description:
      'Smallholders with up to ten acres receive vouchers for certified seed and fertilizer before the long rains. Vouchers are issued against the parcels registered here and are used at any registered agro-dealer.',
    status: 'Active',
    createdDaysAgo: 240,
    effectiveInDays: -200,
    sentDaysAgo: [212],
    readShare: 0.66,
  },
  {
    title: 'Safe use of highly hazardous pesticides',
    description:
      'Products of WHO class Ia and Ib, among them carbofuran, may be bought and used only by trained operators. Farmers are asked to record every spraying and to hand in empty containers at the ward office.',
    status: 'Active',
    createdDaysAgo: 160,
    effectiveInDays: -120,
    sentDaysAgo: [140, 38],
    readShare: 0.55,
  },
  {
    title: 'Water permits for irrigation above two acres',
    description:
      'Whoever irrigates more than two acres from a river, spring or borehole needs a permit of the water resources office. Permits that are applied for within six months are free. Water records kept here are accepted as proof of use.',
    status: 'Active',
    createdDaysAgo: 95,
    effectiveInDays: -60,
    sentDaysAgo: [72],
    readShare: 0.5,
  },
  {
    title: 'Fall armyworm early warning',
    description:
      'Moths of the fall armyworm have been caught in traps in Rift Valley and Western counties. Look at your maize twice a week until it flowers. Report damage to your extension officer; the first treatment is free of charge for parcels up to five acres.',
    status: 'Active',
    createdDaysAgo: 34,
    effectiveInDays: -30,
    sentDaysAgo: [29],
    readShare: 0.42,
  },
  {
    title: 'Terraces and trees on steep slopes',
    description:
      'Proposed: fields with a slope of more than twelve percent are terraced or planted with at least forty trees an acre within three years. The ministry would pay for tools and seedlings. Send your opinion to your extension officer.',
    status: 'Draft',
    createdDaysAgo: 24,
    effectiveInDays: 120,
    sentDaysAgo: [18],
    readShare: 0.36,
  },
  {
    title: 'Minimum price for coffee cherry',
    description:
      'Proposed: factories pay growers at least eighty shillings for each kilogram of ripe cherry, and the rest after the auction within sixty days.',
    status: 'Draft',
    createdDaysAgo: 14,
    effectiveInDays: null,
    sentDaysAgo: [],
    readShare: 0,
  },
  {
    title: 'Crop insurance for the short rains',
    description:
      'Proposed: a third of the premium for drought insurance of maize, beans and green grams is paid from public funds. Yields recorded here would serve as the reference for payouts.',
    status: 'Draft',
    createdDaysAgo: 5,
    effectiveInDays: 150,
    sentDaysAgo: [],
    readShare: 0,
  },
];
