/** Requests per second of two servers, measured in alternating rounds because machines are noisy. */
import autocannon from 'autocannon';

export interface Load {
  path: string;
  method?: 'GET' | 'POST';
  token: string;
  body?: string;
}

const CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = 2;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

async function requestsPerSecond(base: string, { path, method = 'GET', token, body }: Load, seconds: number) {
  const result = await autocannon({
    url: `${base}${path}`,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    body,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${base}${path}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/** The product's throughput as a share of the baseline, median of a few rounds after a warm-up. */
export async function shareOfBaseline(product: string, baseline: string, load: Load): Promise<number> {
  for (const base of [`${product}/api`, baseline]) await requestsPerSecond(base, load, WARM_UP_SECONDS);
  const rounds: { product: number; baseline: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      baseline: await requestsPerSecond(baseline, load, SECONDS),
      product: await requestsPerSecond(`${product}/api`, load, SECONDS),
    });
  }
  rounds.sort((left, right) => left.product / left.baseline - right.product / right.baseline);
  const median = rounds[Math.floor(rounds.length / 2)]!;
  console.log(
    `${load.method ?? 'GET'} ${load.path}: ${median.product.toFixed(0)} requests/s, baseline ${median.baseline.toFixed(0)}`,
  );
  return median.product / median.baseline;
}
