/** What officials and farmers write to each other about cases. */
import type { ComplaintKind, ReturnField } from '@ardhi/contract';

export const returnReasons: readonly { fields: ReturnField[]; reason: string }[] = [
  {
    fields: ['amount', 'description'],
    reason:
      'The quotation that you sent is lower than what you ask for. Please correct the amount and say why.',
  },
  { fields: ['parcelIds'], reason: 'Please name the parcels that the seed is for.' },
];

interface AppealText {
  reason: string;
  verdict?: 'upheld' | 'dismissed';
  answer?: string;
}

export const answers: { mark: string; appeals: readonly AppealText[] } = {
  mark: 'Seen on the farm: the tomato field has no drip yet.',
  appeals: [
    {
      reason:
        'Since then I have recorded the water of the whole season. The score of the field is higher now. Please look again.',
    },
    {
      reason:
        'The parcel that I named is leased to my brother. The other one is mine and is within the limit.',
    },
    {
      reason: 'I applied in time, the network was down on the last day.',
      verdict: 'upheld',
      answer: 'The log of the server shows it. The application is opened again.',
    },
    {
      reason: 'My neighbour got it and has more land than I do.',
      verdict: 'dismissed',
      answer: 'The neighbour applied to another programme. The budget of this one is used up.',
    },
    { reason: 'Nobody visited the farm. I have pictures of the terraces.' },
  ],
};

interface ComplaintText {
  kind: ComplaintKind;
  message: string;
  daysAgo: number;
  answer?: string;
  /** Which of the officials it is about. */
  about?: number;
}

export const complaintTexts: readonly ComplaintText[] = [
  {
    kind: 'delay',
    message:
      'My application for drip has been waiting for a week, and nobody could tell me at the ward office who has it.',
    daysAgo: 3,
  },
  {
    kind: 'data',
    message: 'The size of my wheat field was shown to somebody else in a letter.',
    daysAgo: 48,
    answer: 'The letter went to the wrong address. We have called both of you and destroyed it.',
  },
  {
    kind: 'money',
    message: 'At the office I was told that it goes faster for two thousand shillings.',
    daysAgo: 4,
    about: 8,
  },
  {
    kind: 'conduct',
    message: 'Nilifika ofisini mara tatu na kila mara niliambiwa nirudi kesho.',
    daysAgo: 6,
    about: 4,
  },
  { kind: 'decision', message: 'The reason of the rejection names a parcel that is not mine.', daysAgo: 27 },
  {
    kind: 'other',
    message: 'The meeting about terraces was announced on the day after it.',
    daysAgo: 60,
    answer: 'We are sorry. Meetings are announced a week ahead from now on.',
  },
];
