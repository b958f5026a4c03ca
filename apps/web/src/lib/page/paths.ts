/** All routes of the app. Links are built from these, never from literals. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  contact: '/contact',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  marketplace: '/features/marketplace',
  feature: (name: string) => `/features/${name}`,

  dashboard: '/dashboard',
  account: '/account',
  sync: '/sync',
  notices: '/notices',
  policy: (id: string) => `/policies/${id}`,
  messages: '/messages',
  messageNew: '/messages?new=1',
  messageThread: (threadId: string) => `/messages?thread=${threadId}`,
  messageTo: (userId: string) => `/messages?to=${userId}`,

  land: '/land',
  landDetail: (id: string) => `/land/${id}`,
  landAdd: '/land?add=1',
  landBoundary: (id: string, mode: 'draw' | 'walk' | 'import') => `/land/${id}/boundary?mode=${mode}`,
  map: '/map',
  overlaps: '/overlaps',
  monthlyReport: '/reports/monthly',
  sustainabilityReport: '/reports/sustainability',
  guides: '/guides',
  guide: (slug: string) => `/guides/${slug}`,
  subsidyApply: '/subsidies/apply',
  subsidyManage: '/subsidies/manage',
  subsidyCase: (id: string) => `/subsidies/cases/${id}`,
  appeals: '/subsidies/appeals',
  equipment: '/equipment',
  equipmentDetail: (id: string) => `/equipment/${id}`,

  analytics: '/analytics',
  detailedAnalytics: '/detailed-analytics',
  regionalMap: '/regional-map',
  parcelsMap: '/regional-map?show=parcels',
  registerFarmers: '/registers/farmers',
  registerFarmer: (id: string) => `/registers/farmers/${id}`,
  registerLands: '/registers/lands',
  registerLand: (id: string) => `/registers/lands/${id}`,
  registerWaiting: '/registers/waiting',
  contactMessages: '/contact-messages',
  complaints: '/complaints',
  complaintAbout: (applicationId: string) => `/complaints?application=${applicationId}`,
  audit: '/audit',
  queue: '/queue',
} as const;

/** Signed-out visitors see the home page under these prefixes, which cover every page that requires a login. */
export const PROTECTED_PREFIXES: readonly string[] = [
  '/dashboard',
  '/account',
  '/sync',
  '/notices',
  '/policies',
  '/messages',
  '/land',
  '/map',
  '/overlaps',
  '/reports',
  '/guides',
  '/subsidies',
  '/equipment',
  '/analytics',
  '/detailed-analytics',
  '/regional-map',
  '/registers',
  '/contact-messages',
  '/complaints',
  '/audit',
  '/queue',
];

export const FEATURES = [
  'land-monitoring',
  'analytics-dashboard',
  'collaborative-platform',
  'remote-sensing-iot',
  'ai-insights',
  'marketplace',
] as const;

export type Feature = (typeof FEATURES)[number];

/** `?` and `&` are valid in an email address; unencoded, they would add recipients or a body to the mail. */
export const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
