import { toFelt } from '../src/felt/felt.ts';
import { ESTIMATE, World } from '../test/execution/world.ts';
import { limitRow, processorMsSince, type Row, scale, timeMs } from './harness.ts';

/** What the reference server takes for a whole request, measured over HTTP on the machine the calibration names. */
const REFERENCE_TRANSFER_MS = 10.5;
const REFERENCE_ESTIMATE_MS = 7.5;

const PORTIONS = 8;
const PER_PORTION = 150;

/** Milliseconds of processor time that a transfer takes when each is another: its own nonce, receiver and signature. */
function distinctTransfers(): number {
  const world = new World();
  const [from] = world.accounts;
  const signed = Array.from({ length: PORTIONS * PER_PORTION }, (_, i) =>
    world.transfer(from, toFelt(0x10000 + i), 5n, { nonce: toFelt(i) }),
  );
  const times: number[] = [];
  for (let portion = 0; portion < PORTIONS; portion++) {
    const start = process.cpuUsage();
    for (const transfer of signed.slice(portion * PER_PORTION, (portion + 1) * PER_PORTION)) world.include(transfer);
    times.push(processorMsSince(start) / PER_PORTION);
  }
  return Math.min(...times);
}

/** One transaction through all its phases, and its changes applied to the state. */
export async function executionBench(): Promise<readonly Row[]> {
  const world = new World();
  const [from, to] = world.accounts;
  const transfer = world.transfer(from, to.address, 5n);
  const reverting = world.transfer(from, to.address, 10n ** 40n);
  const run = (submission: typeof transfer, flags?: typeof ESTIMATE) => () => {
    const outcome = world.run(submission, flags);
    if (outcome.kind === 'included') world.state.apply(outcome.executed.stateDiff);
  };
  const by = scale();
  return [
    limitRow('transfer: validate, execute, fee, commit', timeMs(run(transfer)), REFERENCE_TRANSFER_MS / 2, by),
    limitRow('transfers, each another', distinctTransfers(), REFERENCE_TRANSFER_MS / 2, by),
    limitRow('transfer that reverts', timeMs(run(reverting)), REFERENCE_TRANSFER_MS / 2, by),
    limitRow('estimate of a transfer', timeMs(run(transfer, ESTIMATE)), REFERENCE_ESTIMATE_MS / 2, by),
  ];
}
