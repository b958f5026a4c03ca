-- The functions of 0.2.0 lack the columns that 0049 adds to their deltas. This fills them, so that later migrations of
-- the same upgrade may change parcels and applications. Remaining deltas are recounted at its end.
-- oldest code: 0035
do $do$ begin
  if to_regprocedure('parcel_delta(parcels, integer)') is null then return; end if;

  create or replace function parcel_delta(parcel parcels, sign integer) returns setof parcel_deltas
  language sql stable as $$
    select coalesce(parcel.region, ''), coalesce(parcel.county, ''), parcel.soil_type, parcel.score, sign::smallint,
      parcel.size_acres, (parcel.score_status <> 'initial')::integer::smallint,
      is_comparable(parcel.confidence)::integer::smallint, parcel.has_records::integer::smallint,
      (not parcel.has_harvest)::integer::smallint, parcel.covered_until, parcel.planned_cover, parcel.harvest_due
    where parcel.id is not null and parcel.deleted_at is null
  $$;

  create or replace function application_delta(application subsidies, sign integer) returns setof subsidy_deltas
  language sql stable as $$
    select scope, place, nairobi_date(application.created_at), sign::smallint, sign * application.amount_cents,
      case application.status when 'approved' then sign else 0 end::smallint,
      case application.status when 'approved' then sign * application.amount_cents else 0 end,
      case application.status when 'pending' then sign else 0 end::smallint,
      case application.status when 'pending' then sign * application.amount_cents else 0 end, application.due_on
    from (
      select 'country' as scope, '' as place
      union all select 'region', unnest(application.regions)
      union all select 'county', application.county where application.county is not null
    ) as places
    where application.kind = 'application' and application.status <> 'withdrawn'
  $$;
end $do$;
