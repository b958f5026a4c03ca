/** What people write to each other. The lines go to and fro, the first by whoever starts. */
export interface DemoThread {
  subject: string;
  lines: readonly string[];
}

export const farmerToOfficial: readonly DemoThread[] = [
  {
    subject: 'Yellow leaves on maize',
    lines: [
      'Good morning. The lower leaves of my maize near {town} turn yellow from the tip. I gave DAP at planting and nothing since. What should I do?',
      'Good morning {name}. That looks like a lack of nitrogen. Top-dress with one bag of CAN an acre when the soil is moist, a hand’s width from the plants.',
      'Thank you, I will do it this week and record it.',
    ],
  },
  {
    subject: 'When will the vouchers come?',
    lines: [
      'I was told that seed vouchers would come before the rains. Nothing has arrived in {town} yet.',
      'The vouchers for your ward are printed and will be handed out at the chief’s office next Tuesday. Please bring your identity card.',
      'Thank you very much.',
      'You are welcome. Please also confirm your last harvest here, it is used for the next season.',
    ],
  },
  {
    subject: 'Wadudu kwenye mboga',
    lines: [
      'Habari. Kuna wadudu wadogo weusi kwenye sukuma wiki yangu hapa {town}. Nitumie dawa gani?',
      'Habari {name}. Hao ni vidukari. Anza na maji ya sabuni au mwarobaini asubuhi mapema, kabla ya kutumia dawa kali.',
      'Asante sana, nitajaribu leo.',
    ],
  },
  {
    subject: 'Soil test',
    lines: [
      'Where can I have my soil tested, and what does it cost?',
      'At the county laboratory, free for one parcel a year. Take soil from ten places of the field, mix it and bring one kilogram.',
    ],
  },
  {
    subject: 'Mipaka ya shamba',
    lines: [
      'Jirani yangu amelima ndani ya mpaka wangu karibu na {town}. Naomba msaada.',
      'Pole {name}. Afisa wa ardhi atakuja Alhamisi. Tafadhali andaa hati ya shamba na uwe na jirani yako hapo.',
    ],
  },
  {
    subject: 'Water permit',
    lines: [
      'I irrigate an acre and a half from the river. Do I need the new permit?',
      'No, only above two acres. But please go on recording how much you pump; it protects your right to the water.',
      'Good to know. Thank you.',
    ],
  },
];

export const officialToFarmer: readonly DemoThread[] = [
  {
    subject: 'Please confirm your harvest',
    lines: [
      'Dear {name}, the harvest date of one of your crops near {town} has passed. Please confirm what you really harvested, so that your score stays right.',
      'I will weigh it on Saturday and enter it.',
    ],
  },
  {
    subject: 'Farmer field day',
    lines: [
      'There will be a field day on manure and compost near {town} next week. You are welcome with your neighbours.',
      'Thank you for the invitation. At what time does it start?',
      'At nine in the morning, at the demonstration plot beside the market.',
    ],
  },
  {
    subject: 'Siku ya mafunzo',
    lines: [
      'Habari {name}. Tutakuwa na mafunzo ya kilimo hifadhi hapa {town} wiki ijayo. Karibu sana.',
      'Nitakuja pamoja na mke wangu. Asante.',
    ],
  },
];

export const farmerToFarmer: readonly DemoThread[] = [
  {
    subject: 'Tractor for hire',
    lines: [
      'Hello {name}, is your tractor free next week? I have three acres near {town} to plough.',
      'It is free from Wednesday. 3,500 an acre, fuel included.',
      'Agreed. I will call you on Tuesday.',
    ],
  },
  {
    subject: 'Mbegu ya maharagwe',
    lines: [
      'Habari {name}. Bado una mbegu ya maharagwe ya Rosecoco?',
      'Ndiyo, nina kilo kumi. Mia moja na hamsini kwa kilo.',
      'Niwekee kilo tano, nitapita Jumamosi.',
    ],
  },
  {
    subject: 'Manure',
    lines: [
      'I have two lorries of dry cow manure to give away. Do you want some for your field near {town}?',
      'Yes please! I can collect it on Friday.',
    ],
  },
  {
    subject: 'Price of tomatoes',
    lines: [
      'What do they pay for a crate in {town} this week?',
      'Between 3,200 and 3,800. Last week it was more.',
      'Then I wait a few days. Thanks.',
    ],
  },
  {
    subject: 'Maji ya mfereji',
    lines: [
      'Zamu yangu ya maji ni Jumatano, lakini nasafiri. Ungependa tubadilishane?',
      'Sawa, chukua Jumamosi yangu.',
    ],
  },
];

export const officialToOfficial: readonly DemoThread[] = [
  {
    subject: 'Budget of the fertilizer subsidy',
    lines: [
      'Two thirds of the budget are approved and there are six weeks left. Do we keep the pace?',
      'Yes, but let us ask for a quotation above 25,000 shillings.',
      'Agreed. I will write it into the reasons.',
    ],
  },
  {
    subject: 'Counties with few records',
    lines: [
      'Confidence is low in the north: most parcels there have no records at all. Can extension visit the groups in person?',
      'We plan two teams for next month. I will send you the list of wards.',
    ],
  },
  {
    subject: 'Second pair of eyes',
    lines: [
      'I created the programme for seed potatoes. Could you look at the rules and decide it?',
      'I will look at it tomorrow morning.',
    ],
  },
  {
    subject: 'Armyworm notice',
    lines: [
      'The notice went out. Reading is at about forty percent. Shall we send a reminder?',
      'Give it another week, then send it again in the counties concerned.',
    ],
  },
];

export const general: readonly DemoThread[] = [
  {
    subject: 'Welcome',
    lines: [
      'Welcome to Ardhi, {name}. If something is unclear, just ask here.',
      'Thank you! The first parcel is already registered.',
    ],
  },
  {
    subject: 'Thank you',
    lines: ['The application was approved within a week. Thank you for the quick work.'],
  },
];

/** The threads of the demo's own farmer. */
export const heroThreads: readonly {
  with: 'official' | 'farmer';
  startedBy: 'hero' | 'other';
  daysAgo: number;
  unread: boolean;
  channel?: 'general';
  text: DemoThread;
}[] = [
  {
    with: 'official',
    startedBy: 'other',
    daysAgo: 1,
    unread: true,
    text: {
      subject: 'Your application for a drip kit',
      lines: [
        'Dear {name}, your application is being looked at. Could you tell us from where you pump, and how far the field is from it?',
      ],
    },
  },
  {
    with: 'farmer',
    startedBy: 'other',
    daysAgo: 2,
    unread: true,
    text: {
      subject: 'Your sheller',
      lines: [
        'Hello {name}, when will your maize sheller be mended?',
        'The belt comes on Thursday.',
        'Very good. Please keep me two days next week, I have forty bags.',
      ],
    },
  },
  {
    with: 'official',
    startedBy: 'hero',
    daysAgo: 16,
    unread: false,
    text: {
      subject: 'Spots on the tomatoes',
      lines: [
        'Good afternoon. The tomatoes in Naivasha have brown spots on the lower leaves since the rain. I sprayed twice this month already.',
        'Good afternoon {name}. Take the lower leaves off and burn them, and water at the foot, not from above. Spraying more often will not help and costs your score.',
        'I will try that first. Thank you.',
      ],
    },
  },
  {
    with: 'farmer',
    startedBy: 'hero',
    daysAgo: 27,
    unread: false,
    text: {
      subject: 'Napier cuttings',
      lines: [
        'I have Napier cuttings left over. Would you like some for your new cows?',
        'Yes, thank you! I will come on Sunday after church.',
        'They are beside the gate.',
      ],
    },
  },
  { with: 'official', startedBy: 'other', daysAgo: 90, unread: false, channel: 'general', text: general[0]! },
];
