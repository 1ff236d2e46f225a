import { toFelt } from '../src/felt/felt.ts';
import { ESTIMATE, World } from '../test/support/world.ts';
import { duration, limitRow, median, processorMsSince, type Row, scale, scaleNow, timeMs } from './harness.ts';

/** The time of a whole request to the reference server, measured over HTTP on the reference machine of the calibration. */
const REFERENCE_TRANSFER_MS = 10.5;
const REFERENCE_ESTIMATE_MS = 7.5;

const PORTIONS = 100;
const PER_PORTION = 100;

/**
 * Different transfers (each with its own nonce, receiver and signature), one after another. Compares the processor time of all threads
 * (the median of portions) with the bar, which is scaled by interleaved calibration loops; and the last tenth with the second tenth,
 * since the first one is the warm-up.
 */
function distinctTransfers(): readonly Row[] {
  const world = new World();
  const [from] = world.accounts;
  const times: number[] = [];
  const scales: number[] = [];
  for (let portion = 0; portion < PORTIONS; portion++) {
    // The signing, which a wallet does, is not measured.
    const signed = Array.from({ length: PER_PORTION }, (_, i) => {
      const nonce = portion * PER_PORTION + i;
      return world.transfer(from, toFelt(0x10000 + nonce), 5n, { nonce: toFelt(nonce) });
    });
    const start = process.cpuUsage();
    for (const transfer of signed) world.include(transfer);
    times.push(processorMsSince(start) / PER_PORTION);
    scales.push(scaleNow());
  }
  const tenth = PORTIONS / 10;
  const [early, late] = [median(times.slice(tenth, 2 * tenth)), median(times.slice(-tenth))];
  const count = PORTIONS * PER_PORTION;
  return [
    limitRow(`${count} different transfers`, median(times.slice(tenth)), 1.6, median(scales.slice(tenth))),
    {
      name: 'the last tenth of them, compared with the second',
      ours: duration(late),
      theirs: duration(early),
      bar: '<= 1.25 times as long',
      ok: late <= 1.25 * early,
    },
  ];
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
    ...distinctTransfers(),
    limitRow('transfer that reverts', timeMs(run(reverting)), REFERENCE_TRANSFER_MS / 2, by),
    limitRow('estimate of a transfer', timeMs(run(transfer, ESTIMATE)), REFERENCE_ESTIMATE_MS / 2, by),
  ];
}
