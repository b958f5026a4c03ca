/** Audit log check of `npm run verify`: every row matches its seal, and every seal matches the one before it. */
import pg from 'pg';

/** One row of `verify_trail()`. */
interface AuditFault {
  fault: string;
  seal_id: string | null;
  row_ids: string | null;
}

/** Returns the lines to print; throws if tampering is found. `heads` are seal hashes saved outside the database. */
export async function verifyAuditLog(connectionString: string, heads: string[] = []): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: faults } = await client.query<AuditFault>(
      'select * from verify_trail() order by seal_id, fault',
    );
    const { rows: missing } = await client.query<{ head: string }>(
      `select head from unnest($1::text[]) as head
       where not exists (select from audit_seals where encode(hash, 'hex') = lower(head))`,
      [heads],
    );
    const lines = [
      ...faults.map(describeFault),
      ...missing.map(({ head }) => `head ${head}: no seal has it, so seals were removed or made anew`),
    ];
    if (lines.length > 0) throw new Error(`the trail is not as it was sealed\n${lines.join('\n')}`);
    const { rows } = await client.query<Record<'seals' | 'sealed' | 'erased' | 'waiting' | 'head', string>>(`
      select count(*) as seals, coalesce(sum(count), 0) as sealed,
        (select count(*) from audit_log where commitment is not null and salt is null) as erased,
        (select count(*) from audit_log) - coalesce(sum(count), 0) as waiting,
        (select encode(hash, 'hex') from audit_seals order by id desc limit 1) as head
      from audit_seals`);
    const { seals, sealed, erased, waiting, head } = rows[0]!;
    return [
      `the trail is as it was sealed (${sealed} rows in ${seals} seals, ${erased} of them erased, ${waiting} not sealed yet)`,
      `its head is ${head}`,
    ];
  } finally {
    await client.end();
  }
}

function describeFault({ fault, seal_id, row_ids }: AuditFault): string {
  return [seal_id && `seal ${seal_id}`, row_ids && `rows ${row_ids}`]
    .filter(Boolean)
    .join(', ')
    .concat(`: ${fault}`);
}
