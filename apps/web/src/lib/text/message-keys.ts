/** Message keys of the English catalogues. Types only: this file loads no catalogue. */
import type score from '@ardhi/agronomy/locales/en/score.json';
import type account from '../../locales/en/account.json';
import type analytics from '../../locales/en/analytics.json';
import type app from '../../locales/en/app.json';
import type audit from '../../locales/en/audit.json';
import type auth from '../../locales/en/auth.json';
import type cases from '../../locales/en/cases.json';
import type complaints from '../../locales/en/complaints.json';
import type contact from '../../locales/en/contact.json';
import type dashboard from '../../locales/en/dashboard.json';
import type equipment from '../../locales/en/equipment.json';
import type features from '../../locales/en/features.json';
import type forms from '../../locales/en/forms.json';
import type guides from '../../locales/en/guides.json';
import type home from '../../locales/en/home.json';
import type land from '../../locales/en/land.json';
import type map from '../../locales/en/map.json';
import type messages from '../../locales/en/messages.json';
import type notices from '../../locales/en/notices.json';
import type offline from '../../locales/en/offline.json';
import type outbox from '../../locales/en/outbox.json';
import type policies from '../../locales/en/policies.json';
import type queue from '../../locales/en/queue.json';
import type seasons from '../../locales/en/seasons.json';
import type subsidies from '../../locales/en/subsidies.json';
import type ui from '../../locales/en/ui.json';

export interface Catalogues {
  account: typeof account;
  analytics: typeof analytics;
  app: typeof app;
  audit: typeof audit;
  auth: typeof auth;
  cases: typeof cases;
  complaints: typeof complaints;
  contact: typeof contact;
  dashboard: typeof dashboard;
  equipment: typeof equipment;
  features: typeof features;
  forms: typeof forms;
  guides: typeof guides;
  home: typeof home;
  land: typeof land;
  map: typeof map;
  messages: typeof messages;
  notices: typeof notices;
  offline: typeof offline;
  outbox: typeof outbox;
  policies: typeof policies;
  score: typeof score;
  queue: typeof queue;
  seasons: typeof seasons;
  subsidies: typeof subsidies;
  ui: typeof ui;
}

export type Domain = keyof Catalogues;
export type MessageKey = { [D in Domain]: keyof Catalogues[D] & string }[Domain];
