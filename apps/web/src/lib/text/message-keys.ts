/** Message keys of the English catalogues. Types only: this file loads no catalogue. */
interface Catalogues {
  about: typeof import('../../locales/en/about.json');
  account: typeof import('../../locales/en/account.json');
  analytics: typeof import('../../locales/en/analytics.json');
  announcements: typeof import('../../locales/en/announcements.json');
  app: typeof import('../../locales/en/app.json');
  audit: typeof import('../../locales/en/audit.json');
  auth: typeof import('../../locales/en/auth.json');
  binders: typeof import('../../locales/en/binders.json');
  board: typeof import('../../locales/en/board.json');
  cases: typeof import('../../locales/en/cases.json');
  complaints: typeof import('../../locales/en/complaints.json');
  contact: typeof import('../../locales/en/contact.json');
  dashboard: typeof import('../../locales/en/dashboard.json');
  equipment: typeof import('../../locales/en/equipment.json');
  features: typeof import('../../locales/en/features.json');
  forms: typeof import('../../locales/en/forms.json');
  guides: typeof import('../../locales/en/guides.json');
  home: typeof import('../../locales/en/home.json');
  land: typeof import('../../locales/en/land.json');
  map: typeof import('../../locales/en/map.json');
  messages: typeof import('../../locales/en/messages.json');
  notices: typeof import('../../locales/en/notices.json');
  office: typeof import('../../locales/en/office.json');
  offline: typeof import('../../locales/en/offline.json');
  outbox: typeof import('../../locales/en/outbox.json');
  places: typeof import('../../locales/en/places.json');
  plan: typeof import('../../locales/en/plan.json');
  policies: typeof import('../../locales/en/policies.json');
  reach: typeof import('../../locales/en/reach.json');
  reports: typeof import('../../locales/en/reports.json');
  score: typeof import('@ardhi/agronomy/locales/en/score.json');
  queue: typeof import('../../locales/en/queue.json');
  seasons: typeof import('../../locales/en/seasons.json');
  steps: typeof import('../../locales/en/steps.json');
  staff: typeof import('../../locales/en/staff.json');
  subsidies: typeof import('../../locales/en/subsidies.json');
  sync: typeof import('../../locales/en/sync.json');
  system: typeof import('../../locales/en/system.json');
  templates: typeof import('../../locales/en/templates.json');
  ui: typeof import('../../locales/en/ui.json');
}

export type Domain = keyof Catalogues;
export type MessageKey = { [D in Domain]: keyof Catalogues[D] & string }[Domain];
