import { ESTIMATE, World } from '../test/execution/world.ts';
import { limitRow, type Row, scale, timeMs } from './harness.ts';

/** What the reference server takes for a whole request, measured over HTTP on the machine the calibration names. */
const REFERENCE_TRANSFER_MS = 10.5;
const REFERENCE_ESTIMATE_MS = 7.5;

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
    limitRow('transfer that reverts', timeMs(run(reverting)), REFERENCE_TRANSFER_MS / 2, by),
    limitRow('estimate of a transfer', timeMs(run(transfer, ESTIMATE)), REFERENCE_ESTIMATE_MS / 2, by),
  ];
}
