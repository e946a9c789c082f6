import { request } from 'node:http';

/** The longest wait for `/health` during a piece of work, beside what the same machine can do at that very time. */
export interface StallReport {
  /** Milliseconds of the longest wait for an answer. */
  readonly longest: number;
  /** The same of the server that nobody attacked. */
  readonly control: number;
  /** How often the longest wait holds the unit: what this machine needs at present for a fixed piece of work. */
  readonly units: number;
}

/** How often `/health` is asked. */
const RHYTHM_MS = 20;
/** Iterations of the fixed piece of work; some 100 ms on a usual machine. */
const UNIT_STEPS = 30_000_000;
/** A service that stalls for longer than this many units isn't available. */
export const STALL_BOUND = 12;

/**
 * Asks `/health` every 20 ms while `attack` runs, of the server under attack and of another one that is left in peace.
 * The longest wait is given in units: the longer of the control's longest wait and the time of a fixed piece of work,
 * both measured now, so that a slow or busy machine changes nothing. The servers must be processes of their own.
 */
export async function measureStall(
  urls: { readonly attacked: string; readonly control: string },
  attack: () => Promise<unknown>,
): Promise<StallReport> {
  const unit = timeOfUnit();
  const meters = [startMeter(urls.attacked), startMeter(urls.control)] as const;
  try {
    await attack();
    // The answer that is outstanding may be the one that stalls.
    await new Promise((resolve) => setTimeout(resolve, 5 * RHYTHM_MS));
  } finally {
    await Promise.all(meters.map((meter) => meter.stop()));
  }
  const [longest, control] = [meters[0].longest(), meters[1].longest()];
  return { longest, control, units: longest / Math.max(control, unit) };
}

function startMeter(url: string) {
  let longest = 0;
  let failure: Error | undefined;
  const outstanding = new Set<Promise<void>>();
  const look = () => {
    const startedAt = performance.now();
    const asked = ask(`${url}/health`)
      .catch((error: Error) => {
        failure ??= error;
      })
      .finally(() => {
        longest = Math.max(longest, performance.now() - startedAt);
        outstanding.delete(asked);
      });
    outstanding.add(asked);
  };
  const timer = setInterval(look, RHYTHM_MS);
  look();
  return {
    longest: () => longest,
    async stop() {
      clearInterval(timer);
      await Promise.all(outstanding);
      if (failure !== undefined) throw failure;
    },
  };
}

/** Asks again after 408: this process, or the service, was busy for longer than a request may take to arrive. */
async function ask(url: string): Promise<void> {
  for (;;) {
    const status = await statusOf(url);
    if (status === 200) return;
    if (status !== 408) throw new Error(`/health answered ${status}.`);
  }
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    asked.on('error', reject);
    asked.end();
  });
}

function timeOfUnit(): number {
  const startedAt = performance.now();
  let sum = 0;
  for (let step = 0; step < UNIT_STEPS; step += 1) sum = (sum + step * step) % 1_000_003;
  if (sum < 0) throw new Error('Never; but the loop must not be optimised away.');
  return performance.now() - startedAt;
}
