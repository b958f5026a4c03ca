/** What farmers own, with prices as they are paid in shops and markets. */
export interface EquipmentItem {
  name: string;
  type: string;
  makes: readonly (readonly [manufacturer: string | null, model: string | null])[];
  priceKes: readonly [number, number];
  /** Hours in a usual month; null where nobody counts them. */
  monthlyHours: readonly [number, number] | null;
  serviceHours: number | null;
  repairs: readonly string[];
  /** Only where a farm is at least this large. */
  fromAcres?: number;
}

export const equipmentItems: readonly EquipmentItem[] = [
  {
    name: 'Knapsack sprayer',
    type: 'Sprayer',
    makes: [
      ['Solo', '425'],
      ['Hardi', '16 L'],
      [null, null],
    ],
    priceKes: [2_500, 9_500],
    monthlyHours: null,
    serviceHours: null,
    repairs: ['Nozzle and seal replaced'],
  },
  {
    name: 'Water pump',
    type: 'Pump',
    makes: [
      ['Honda', 'WB20XT'],
      ['Koshin', 'SEH-50X'],
      ['Davis & Shirtliff', 'DAYLIFF 2"'],
    ],
    priceKes: [18_000, 48_000],
    monthlyHours: [6, 30],
    serviceHours: 100,
    repairs: ['Impeller replaced', 'Spark plug and oil changed'],
  },
  {
    name: 'Solar pump',
    type: 'Pump',
    makes: [
      ['SunCulture', 'RainMaker2'],
      ['Futurepump', 'SF2'],
    ],
    priceKes: [65_000, 140_000],
    monthlyHours: [20, 60],
    serviceHours: 1000,
    repairs: ['Controller reset and cable replaced'],
  },
  {
    name: 'Walking tractor',
    type: 'Tractor',
    makes: [
      ['Kubota', 'RK80'],
      ['Massive', 'DF-12'],
    ],
    priceKes: [140_000, 290_000],
    monthlyHours: [8, 25],
    serviceHours: 150,
    repairs: ['Clutch cable replaced', 'Tyre mended'],
    fromAcres: 3,
  },
  {
    name: 'Tractor',
    type: 'Tractor',
    makes: [
      ['Massey Ferguson', '375'],
      ['New Holland', 'TT75'],
      ['John Deere', '5503'],
    ],
    priceKes: [1_400_000, 3_200_000],
    monthlyHours: [15, 70],
    serviceHours: 250,
    repairs: ['Hydraulic hose replaced', 'Injector cleaned', 'Battery replaced'],
    fromAcres: 15,
  },
  {
    name: 'Maize sheller',
    type: 'Processing',
    makes: [
      ['Ndume', 'MS-2'],
      [null, 'Jua kali'],
    ],
    priceKes: [35_000, 95_000],
    monthlyHours: [1, 10],
    serviceHours: 80,
    repairs: ['Belt replaced'],
    fromAcres: 2,
  },
  {
    name: 'Chaff cutter',
    type: 'Processing',
    makes: [
      ['Brazafric', 'CC-3'],
      [null, 'Jua kali'],
    ],
    priceKes: [22_000, 60_000],
    monthlyHours: [8, 25],
    serviceHours: 120,
    repairs: ['Blades sharpened', 'Motor rewound'],
  },
  {
    name: 'Ox plough',
    type: 'Implement',
    makes: [
      ['Ndume', 'Victory'],
      [null, null],
    ],
    priceKes: [9_000, 18_000],
    monthlyHours: null,
    serviceHours: null,
    repairs: ['Share replaced'],
  },
  {
    name: 'Disc plough',
    type: 'Implement',
    makes: [
      ['Baldan', '3 discs'],
      ['Ndume', '3 discs'],
    ],
    priceKes: [180_000, 320_000],
    monthlyHours: null,
    serviceHours: null,
    repairs: ['Disc bearings greased and one replaced'],
    fromAcres: 15,
  },
  {
    name: 'Coffee pulper',
    type: 'Processing',
    makes: [
      ['Pinhalense', 'Eco'],
      [null, 'Hand pulper'],
    ],
    priceKes: [30_000, 120_000],
    monthlyHours: [2, 12],
    serviceHours: 100,
    repairs: ['Drum surface renewed'],
  },
  {
    name: 'Milking machine',
    type: 'Dairy',
    makes: [
      ['Brazafric', 'Single bucket'],
      ['DeLaval', 'MMU11'],
    ],
    priceKes: [75_000, 180_000],
    monthlyHours: [40, 60],
    serviceHours: 500,
    repairs: ['Rubber liners replaced'],
    fromAcres: 2,
  },
  {
    name: 'Generator',
    type: 'Power',
    makes: [
      ['Honda', 'EP2500CX'],
      ['Yamaha', 'EF2600'],
    ],
    priceKes: [38_000, 90_000],
    monthlyHours: [4, 20],
    serviceHours: 100,
    repairs: ['Carburettor cleaned'],
  },
];
