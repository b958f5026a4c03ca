/** Made from the migrations by `npm run generate`. Do not edit. */
import type { ColumnType, Generated } from 'kysely';

/** Read as parsed JSON, written as text. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of a document is known to its domain
type Json = ColumnType<any, string | null | undefined, string | null>;

export interface DB {
  audit_log: {
    id: Generated<number>;
    at: Generated<string>;
    actor_id: string | null;
    action: string;
    entity: string;
    entity_id: string | null;
    before: Json;
    after: Json;
    request_id: string | null;
  };
  contact_messages: {
    id: string;
    name: string;
    email: string;
    message: string;
    created_at: Generated<string>;
    handled_at: string | null;
    handled_by: string | null;
    revision: Generated<number>;
  };
  idempotency_keys: {
    owner: string;
    key: string;
    request_hash: Buffer;
    status: number | null;
    answer: string | null;
    created_at: Generated<string>;
  };
  invitations: {
    id: string;
    code_hash: Buffer;
    note: string | null;
    created_by: string | null;
    created_at: Generated<string>;
    expires_at: string;
    used_at: string | null;
    used_by: string | null;
  };
  one_time_codes: {
    id: string;
    user_id: string;
    purpose: string;
    code_hash: Buffer;
    created_at: Generated<string>;
    expires_at: string;
    used_at: string | null;
  };
  sessions: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    device: string;
    created_at: Generated<string>;
    last_seen_at: Generated<string>;
  };
  throttles: {
    key: string;
    count: number;
    window_start: Generated<string>;
  };
  tombstones: {
    id: string;
    owner_id: string;
    deleted_at: Generated<string>;
  };
  users: {
    id: string;
    email: string;
    name: string;
    role: string;
    phone_number: string | null;
    location: string | null;
    farm_size_acres: number | null;
    department: string | null;
    language: Generated<string>;
    password_hash: string;
    email_confirmed_at: string | null;
    must_confirm_email: Generated<boolean>;
    revision: Generated<number>;
    created_at: Generated<string>;
    deleted_at: string | null;
  };
}
