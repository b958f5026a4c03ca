-- Results of the daily verification of the audit log, for the metrics. The newest row counts; none is changed.
-- oldest code: 0035
create table audit_verifications (
  id          bigint generated always as identity primary key,
  verified_at timestamptz(3) not null default now(),
  -- 0: as it was sealed; 2: not as it was sealed; 3: rows were lost by a restore that no operator has accepted.
  result      integer not null,
  faults      integer not null
);
