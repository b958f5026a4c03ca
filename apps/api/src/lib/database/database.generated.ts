/** Made from the migrations by `npm run generate`. Do not edit. */
import type { ColumnType, Generated } from 'kysely';

/** Read as parsed JSON, written as text. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of a document is known to its domain
type Json = ColumnType<any, string | null | undefined, string | null>;

export interface DB {
  access_lines: {
    id: string;
    created_at: Generated<string>;
    viewer_id: string;
    look: string;
    entity_id: string | null;
    people: string[] | null;
    area: string | null;
  };
  account_grants: {
    user_id: string;
    given_by: string;
    kind: string;
    at: Generated<string>;
    issued_at: string | null;
  };
  analytics_snapshots: {
    day: string;
    region: string;
    period: string;
    farmers: number;
    parcels: number;
    acres: number;
    score: number | null;
    weighted_score: number | null;
    assessed: number;
    land_usage: number | null;
    equipment_efficiency: number | null;
    subsidy_utilization: number | null;
  };
  announcement_farmers: {
    announcement_id: string;
    first_id: string;
    ids: string[];
  };
  announcements: {
    id: string;
    county: string | null;
    sent_by: string;
    sent_at: Generated<string>;
    language: string;
    title: string;
    content: string;
    other_title: string | null;
    other_content: string | null;
    audience: Json;
    farmers: number;
    withdrawn_at: string | null;
  };
  appeals: {
    id: string;
    subsidy_id: string;
    reason: string;
    status: Generated<string>;
    created_at: Generated<string>;
    answer: string | null;
    decided_by: string | null;
    decided_at: string | null;
    answer_sw: string | null;
  };
  audit_binders: {
    id: string;
    programme_id: string | null;
    county: string | null;
    made_by: string;
    language: string;
    from_day: string;
    until_day: string;
    created_at: Generated<string>;
    worked_at: Generated<string>;
    finished_at: string | null;
    expected: number;
    written: Generated<number>;
    too_large: Generated<boolean>;
    total_cents: number | null;
    head_seal: number | null;
    head_hash: string | null;
    csv_sha256: string | null;
    pdf_sha256: string | null;
    farmers: Generated<string[]>;
    csv: Buffer | null;
    pdf: Buffer | null;
  };
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
    epoch: number | null;
    xid: string | null;
    salt: Buffer | null;
    commitment: Buffer | null;
  };
  audit_seals: {
    id: number;
    epoch: number;
    month: string | null;
    from_xid: string;
    until_xid: string;
    ids: string;
    count: number;
    rows_hash: Buffer;
    sealed_at: string;
    previous: Buffer;
    hash: Buffer;
  };
  audit_verifications: {
    id: Generated<number>;
    verified_at: Generated<string>;
    result: number;
    faults: number;
  };
  backup_steps: {
    step: string;
    succeeded_at: string | null;
    file: string | null;
    bytes: number | null;
    rows: number | null;
    failed_at: string | null;
    failure: string | null;
  };
  boundaries: {
    parcel_id: string;
    coordinates: Json;
    outline: Json;
    extent: string;
    corner_count: number;
    source: string;
    updated_at: Generated<string>;
    overlaps_from: string | null;
  };
  boundary_overlaps: {
    id: string;
    first_parcel_id: string;
    second_parcel_id: string;
    coordinates: Json;
    extent: string;
    area_m2: number;
    status: Generated<string>;
    note: string | null;
    settled_by: string | null;
    settled_at: string | null;
    thread_id: string | null;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
    counties: string[] | null;
    first_agreed: Generated<boolean>;
    second_agreed: Generated<boolean>;
    office_agreed: Generated<boolean>;
  };
  bulk_decision_rows: {
    bulk_id: string;
    place: number;
    subsidy_id: string;
    revision: number;
    outcome: string | null;
    problem: Json;
  };
  bulk_decisions: {
    id: string;
    official_id: string;
    status: string;
    reason: string | null;
    created_at: Generated<string>;
    worked_at: Generated<string>;
    finished_at: string | null;
    cancelled: Generated<boolean>;
    reason_sw: string | null;
  };
  case_limits: {
    office: string;
    max_open: number;
  };
  case_notes: {
    id: string;
    subsidy_id: string;
    author_id: string;
    content: string;
    created_at: Generated<string>;
  };
  cell_deltas: {
    cell_x: number;
    cell_y: number;
    soil_type: string;
    band: string;
    parcels: number;
    compared: number;
    score_sum: number;
    open_overlaps: number;
    counties: Generated<string[]>;
  };
  complaint_subjects: {
    complaint_id: string;
    user_id: string;
  };
  complaints: {
    id: string;
    number: string;
    kind: string;
    message: string;
    name: string;
    email: string;
    user_id: string | null;
    contact_message_id: string | null;
    subsidy_id: string | null;
    county: string | null;
    created_at: Generated<string>;
    due_on: string;
    answer: string | null;
    answered_by: string | null;
    answered_at: string | null;
    revision: Generated<number>;
    search: Generated<string>;
    taken_up_at: string | null;
    taken_up_by: string | null;
    words: Generated<string>;
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
    answer: string | null;
    answered_at: string | null;
    search: Generated<string>;
  };
  crops: {
    id: string;
    parcel_id: string;
    name: string;
    planting_date: string;
    harvest_date: string;
    yield_tons_per_hectare: number;
    yield_confirmed: boolean;
    area_share: number | null;
    revision: Generated<number>;
    created_at: Generated<string>;
  };
  devices: {
    token_hash: Buffer;
    user_id: string;
    created_at: Generated<string>;
    last_used_at: Generated<string>;
  };
  earlier_decisions: {
    subsidy_id: string;
    status: string;
    decided_at: string;
    reported_at: Generated<string>;
  };
  equipment: {
    id: string;
    owner_id: string;
    name: string;
    type: string;
    manufacturer: string | null;
    model: string | null;
    purchase_date: string | null;
    purchase_price_cents: number | null;
    status: Generated<string>;
    starting_hours: Generated<number>;
    usage_hours: Generated<number>;
    service_interval_hours: number | null;
    revision: Generated<number>;
    created_at: Generated<string>;
    last_used_on: string | null;
  };
  equipment_deltas: {
    region: string;
    status: string;
    day: string;
    machines: number;
    hours: number;
  };
  equipment_maintenance: {
    id: string;
    equipment_id: string;
    date: string;
    kind: string;
    description: string;
    cost_cents: number | null;
    next_due_date: string | null;
    revision: Generated<number>;
    created_at: Generated<string>;
  };
  equipment_usage: {
    id: string;
    equipment_id: string;
    date: string;
    hours: number;
    created_at: Generated<string>;
  };
  farmer_areas: {
    area: string;
    id: string;
    created_at: string;
    name: string;
  };
  farmer_deltas: {
    region: string;
    farmers: number;
  };
  farmer_places: {
    owner_id: string;
    north: Generated<number>;
    south: Generated<number>;
    east: Generated<number>;
    west: Generated<number>;
    counties: Json;
  };
  farmer_words: {
    id: string;
    created_at: string;
    by_name: string;
    words: string;
  };
  fertilizer_records: {
    id: string;
    parcel_id: string;
    date: string;
    type: string;
    kg: number;
    revision: Generated<number>;
    created_at: Generated<string>;
  };
  gis_tokens: {
    id: string;
    user_id: string;
    name: string;
    token_hash: Buffer;
    post_id: string | null;
    max_rows: number;
    counted_on: string | null;
    rows_read: Generated<number>;
    created_at: Generated<string>;
    expires_at: string;
    last_used_at: string | null;
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
    county: string | null;
    email: string | null;
    post: Json;
  };
  limit_uses: {
    id: string;
    subsidy_id: string;
    official_id: string;
    amount_cents: number;
    used_at: Generated<string>;
  };
  messages: {
    id: string;
    thread_id: string;
    number: number;
    sender_id: string;
    recipient_id: string | null;
    channel_type: string;
    subject: string;
    content: string;
    created_at: string;
    read_at: string | null;
    office: string | null;
  };
  notice_marks: {
    user_id: string;
    read_until: string;
  };
  notice_reads: {
    notice_id: string;
    user_id: string;
    read_at: Generated<string>;
  };
  notices: {
    id: string;
    kind: string;
    user_id: string | null;
    audience: string | null;
    details: Json;
    link: string | null;
    created_at: Generated<string>;
    withdrawn_at: string | null;
  };
  ombudsperson_proposals: {
    id: string;
    official_id: string;
    proposed_by: string;
    expires_at: string;
    post_id: string | null;
  };
  one_time_codes: {
    id: string;
    user_id: string;
    purpose: string;
    code_hash: Buffer;
    created_at: Generated<string>;
    expires_at: string;
    used_at: string | null;
    created_by: string | null;
  };
  overlap_deltas: {
    county: string;
    open: number;
  };
  parcel_deltas: {
    region: string;
    county: string;
    soil_type: string;
    score: number;
    sign: number;
    acres: number;
    assessed: number;
    confident: number;
    recorded: number;
    unharvested: number;
    covered_until: string | null;
    planned_cover: string[] | null;
    harvest_due: string | null;
  };
  parcel_scores: {
    parcel_id: string;
    result: Json;
  };
  parcel_views: {
    id: Generated<number>;
    parcel_id: string;
    official_id: string;
    viewed_at: Generated<string>;
  };
  parcel_words: {
    id: string;
    created_at: string;
    by_name: string;
    by_size: number;
    words: string;
  };
  parcels: {
    id: string;
    owner_id: string;
    name: string;
    size_acres: number;
    address: string | null;
    soil_type: Generated<string>;
    declared_irrigation: Generated<string>;
    declared_fertilizer: Generated<string>;
    declared_pesticide: Generated<string>;
    county: string | null;
    region: string | null;
    county_source: string | null;
    crop_count: Generated<number>;
    water_count: Generated<number>;
    fertilizer_count: Generated<number>;
    pesticide_count: Generated<number>;
    water_litres: Generated<number>;
    fertilizer_kg: Generated<number>;
    pesticide_kg: Generated<number>;
    has_records: Generated<boolean>;
    score: Generated<number>;
    confidence: Generated<number>;
    score_status: Generated<string>;
    score_band: Generated<string>;
    score_as_of: string;
    score_version: string;
    inputs_hash: string;
    revision: Generated<number>;
    created_at: Generated<string>;
    deleted_at: string | null;
    boundary_area_m2: number | null;
    centre_lat: number | null;
    centre_lon: number | null;
    boundary_revision: Generated<number>;
    covered_until: string | null;
    planned_cover: string[] | null;
    has_harvest: Generated<boolean>;
    harvest_due: string | null;
  };
  passkey_challenges: {
    id: string;
    challenge: string;
    expires_at: string;
  };
  pesticide_records: {
    id: string;
    parcel_id: string;
    date: string;
    product: string;
    amount: number;
    unit: string;
    revision: Generated<number>;
    created_at: Generated<string>;
  };
  policies: {
    id: string;
    title: string;
    description: string;
    status: string;
    effective_date: string | null;
    created_by: string;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
    deleted_at: string | null;
    title_sw: string | null;
    description_sw: string | null;
  };
  policy_audience: {
    notice_id: string;
    county: string | null;
    region: string | null;
    farmers: number;
  };
  policy_effects: {
    policy_id: string;
    computed_on: string;
    notified: number;
    read: number;
    readers: number;
    readers_change: number | null;
    others: number;
    others_change: number | null;
    sent_at: string | null;
  };
  policy_read_deltas: {
    notice_id: string;
    user_id: string;
  };
  policy_recipients: {
    notice_id: string;
    user_id: string;
    counties: string[];
  };
  policy_sendings: {
    notice_id: string;
    policy_id: string;
    sent_by: string;
    sent_at: Generated<string>;
    farmers: number | null;
    mail: boolean;
    mail_cursor: string | null;
    mailed: Generated<number>;
    mail_refused: Generated<number>;
    mail_finished_at: string | null;
    mail_lease: string | null;
    mail_lease_until: string | null;
  };
  posts: {
    id: string;
    official_id: string;
    level: string;
    place: string;
    duties: string[];
    from_day: string;
    until_day: string | null;
    given_by: string | null;
    given_at: Generated<string>;
    ended_by: string | null;
    ended_at: string | null;
    limit_cents: number | null;
    month_limit_cents: number | null;
  };
  programme_reminders: {
    programme_id: string;
    closes_on: string;
    notice_id: string | null;
    mail_cursor: string | null;
    mail_finished_at: string | null;
  };
  public_holidays: {
    day: string;
    name: string;
  };
  push_subscriptions: {
    id: string;
    session_id: string;
    user_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    server_key: string;
    week: string | null;
    created_at: Generated<string>;
  };
  queue_views: {
    id: string;
    official_id: string;
    name: string;
    filters: Json;
    created_at: Generated<string>;
    office: string | null;
  };
  recovery_codes: {
    user_id: string;
    code_hash: Buffer;
    used_at: string | null;
  };
  reminder_settings: {
    user_id: string;
    harvest: Generated<boolean>;
    service: Generated<boolean>;
    programme: Generated<boolean>;
    mail: Generated<boolean>;
  };
  reminders: {
    user_id: string;
    kind: string;
    thing_id: string;
    due: string;
    created_at: Generated<string>;
  };
  reports: {
    id: string;
    made_by: string | null;
    format: string;
    period: string;
    region: string;
    language: string;
    file_name: string;
    file: Buffer;
    created_at: Generated<string>;
    county: string | null;
    kind: Generated<string>;
  };
  rollup_cells: {
    zoom: number;
    tile_x: number;
    tile_y: number;
    place: number;
    soil_type: string;
    band: string;
    parcels: number;
    compared: number;
    score_sum: number;
    open_overlaps: number;
  };
  rollup_county_cells: {
    county: string;
    zoom: number;
    tile_x: number;
    tile_y: number;
    place: number;
    soil_type: string;
    band: string;
    parcels: number;
    compared: number;
    score_sum: number;
    open_overlaps: number;
  };
  rollup_county_cover: {
    county: string;
    from_day: string;
    until_day: string;
    acres: number;
  };
  rollup_county_scores: {
    county: string;
    score: number;
    parcels: number;
  };
  rollup_county_soils: {
    county: string;
    soil_type: string;
    parcels: number;
    acres: number;
  };
  rollup_cover: {
    region: string;
    from_day: string;
    until_day: string;
    acres: number;
  };
  rollup_due_applications: {
    county: string;
    due_on: string;
    applications: number;
  };
  rollup_equipment: {
    region: string;
    status: string;
    machines: number;
  };
  rollup_equipment_days: {
    region: string;
    status: string;
    day: string;
    machines: number;
    hours: number;
  };
  rollup_farmers: {
    region: string;
    farmers: number;
  };
  rollup_harvests: {
    region: string;
    county: string;
    due_on: string;
    parcels: number;
  };
  rollup_overlaps: {
    county: string;
    open: number;
  };
  rollup_parcels: {
    region: string;
    county: string;
    parcels: number;
    acres: number;
    score_sum: number;
    score_acres: number;
    assessed: number;
    confident: number;
    confident_sum: number;
    recorded: number;
    unharvested: number;
  };
  rollup_policy_readers: {
    notice_id: string;
    county: string;
    readers: number;
  };
  rollup_scores: {
    region: string;
    score: number;
    parcels: number;
  };
  rollup_soils: {
    region: string;
    soil_type: string;
    parcels: number;
    acres: number;
  };
  rollup_subsidies: {
    scope: string;
    place: string;
    day: string;
    applications: number;
    requested_cents: number;
    approved: number;
    approved_cents: number;
    pending: number;
    pending_cents: Generated<number>;
  };
  score_history: {
    id: Generated<number>;
    parcel_id: string;
    as_of: string;
    score: number;
    confidence: number;
    status: string;
    version: string;
    created_at: Generated<string>;
    parts: Json;
  };
  score_run_ranges: {
    run_id: number;
    up_to_id: string;
    after_id: string;
    finished: Generated<boolean>;
    parcels_done: Generated<number>;
    parcels_changed: Generated<number>;
    updated_at: Generated<string>;
  };
  score_runs: {
    id: Generated<number>;
    kind: string;
    target: string;
    last_parcel_id: string | null;
    parcels_total: number;
    parcels_done: Generated<number>;
    parcels_changed: Generated<number>;
    started_at: Generated<string>;
    updated_at: Generated<string>;
    finished_at: string | null;
  };
  score_trends: {
    day: string;
    region: string;
    parcels: number;
    score: number | null;
  };
  second_factors: {
    id: string;
    user_id: string;
    kind: string;
    name: string;
    secret: Buffer | null;
    last_step: number | null;
    credential_id: string | null;
    public_key: Buffer | null;
    sign_count: number | null;
    transports: string[] | null;
    created_at: Generated<string>;
    confirmed_at: string | null;
    last_used_at: string | null;
  };
  sessions: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    device: string;
    created_at: Generated<string>;
    last_seen_at: Generated<string>;
    confirmed_at: string | null;
    enrol_until: string | null;
  };
  sign_in_failures: {
    account: string;
    address: string;
    hour: Generated<string>;
    user_id: string | null;
    count: Generated<number>;
  };
  stored_settings: {
    name: string;
    value: string;
  };
  subsidies: {
    id: string;
    kind: string;
    owner_id: string;
    owner_name: string;
    programme_id: string | null;
    name: string;
    description: string;
    amount_cents: number;
    status: Generated<string>;
    reason: string | null;
    decided_by: string | null;
    decided_at: string | null;
    regions: Generated<string[]>;
    facts: Json;
    approved_cents: Generated<number>;
    amount_set_by: string | null;
    closes_on: string | null;
    closed_at: string | null;
    rules: Json;
    revision: Generated<number>;
    created_at: Generated<string>;
    edited_at: string | null;
    withdrawn_at: string | null;
    search: Generated<string>;
    counties: Generated<string[]>;
    county: string | null;
    due_on: string | null;
    assigned_to: string | null;
    assigned_at: string | null;
    risen_at: string | null;
    meets_rules: boolean | null;
    second_above_cents: number | null;
    returned_at: string | null;
    returned_by: string | null;
    return_fields: string[] | null;
    return_reason: string | null;
    stopped_days: Generated<number>;
    decided_level: string | null;
    appeal_of: string | null;
    reference: string | null;
    corrected_at: string | null;
    voted_at: string | null;
    name_sw: string | null;
    description_sw: string | null;
    reason_sw: string | null;
    return_reason_sw: string | null;
  };
  subsidy_deltas: {
    scope: string;
    place: string;
    day: string;
    applications: number;
    requested_cents: number;
    approved: number;
    approved_cents: number;
    pending: number;
    pending_cents: Generated<number>;
    due_on: string | null;
  };
  subsidy_marks: {
    subsidy_id: string;
    marked_by: string;
    status: string;
    reason: string | null;
    level: string;
    subsidy_revision: number;
    programme_revision: number;
    marked_at: Generated<string>;
    reason_sw: string | null;
  };
  subsidy_parcels: {
    subsidy_id: string;
    parcel_id: string;
  };
  subsidy_returns: {
    id: Generated<string>;
    subsidy_id: string;
    returned_at: string;
    returned_by: string | null;
    resumed_at: string | null;
    due_on: string | null;
  };
  text_templates: {
    id: string;
    office: string;
    kind: string;
    name: string;
    text_en: string;
    text_sw: string;
    revision: Generated<number>;
    created_by: string | null;
    created_at: Generated<string>;
  };
  threads: {
    id: string;
    channel_type: string;
    subject: string;
    starter_id: string;
    partner_id: string | null;
    message_count: number;
    last_message_at: string;
    starter_alias: string | null;
    partner_alias: string | null;
    starter_agreed_at: string | null;
    partner_agreed_at: string | null;
    office: string | null;
    awaiting_since: string | null;
    about_kind: string | null;
    about_id: string | null;
  };
  throttles: {
    key: string;
    count: number;
    window_start: Generated<string>;
    blocked_until: string | null;
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
    manage: Generated<boolean>;
    suspended_at: string | null;
    words: Generated<string>;
    post_id: string | null;
    mailbox_hash: string | null;
    first_official: Generated<boolean>;
    held_until: string | null;
    enrol_until: string | null;
  };
  vouchings: {
    id: string;
    user_id: string;
    vouched_by: string | null;
    note: string | null;
    at: Generated<string>;
  };
  water_records: {
    id: string;
    parcel_id: string;
    date: string;
    litres: number;
    revision: Generated<number>;
    created_at: Generated<string>;
  };
}
