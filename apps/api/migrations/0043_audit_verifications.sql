-- Result of the last daily verification of the audit log, for the metrics. A single row.
-- oldest code: 0035
create table audit_verifications (
  id          boolean primary key default true check (id),
  verified_at timestamptz(3) not null,
  -- 0: as it was sealed; 2: not as it was sealed; 3: rows were lost by a restore that no operator has accepted.
  result      integer not null,
  faults      integer not null
);
