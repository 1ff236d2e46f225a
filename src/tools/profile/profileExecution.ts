import type { CallResult, Execution } from '../../execution/callContext.ts';
import type { ExecutionEnvironment } from '../../execution/environment.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { ExecutionFlags, Outcome } from '../../execution/outcome.ts';
import { VALIDATIONS } from '../../execution/phases/validate.ts';
import { plainCall } from '../../execution/plainCall.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { FindClass } from '../names/classFacts.ts';
import { Attribution, frameOf } from './attribution.ts';
import { type ClassMap, classMap } from './classMaps.ts';
import type { ProfileBuilder, ProfileFrame } from './profile.ts';
import type { ProfiledCall } from './profiledCalls.ts';
import { ProfileRecorder } from './profileRecorder.ts';

type RecordedEnvironment = Omit<ExecutionEnvironment, 'meter'>;

/** Runs a transaction and records how often its instructions ran. */
export function* recordTransaction(
  environment: RecordedEnvironment,
  submission: Submission,
  flags: ExecutionFlags,
): Execution<{ readonly recorder: ProfileRecorder; readonly outcome: Outcome }> {
  const meter = new ProfileRecorder();
  environment.machine.counter = meter;
  const outcome = yield* executeTransaction({ ...environment, meter }, submission, flags);
  return { recorder: meter, outcome };
}

/** Runs a call without a transaction and records how often its instructions ran. */
export function* recordCall(
  environment: RecordedEnvironment,
  ...call: [contractAddress: FeltKey, selector: FeltKey, calldata: readonly FeltKey[]]
): Execution<{ readonly recorder: ProfileRecorder; readonly result: CallResult }> {
  const meter = new ProfileRecorder();
  environment.machine.counter = meter;
  const result = yield* plainCall({ ...environment, meter }, ...call);
  return { recorder: meter, result };
}

const phaseOf = ({ call }: ProfiledCall): ProfileFrame =>
  frameOf(VALIDATIONS.has(call.selector) ? 'validate' : 'execute');

/** Adds what was recorded of a transaction: its calls, and the parts of its gas that are not for code. */
export function addTransaction(
  builder: ProfileBuilder,
  { charged, roots }: ProfileRecorder,
  l2Gas: bigint,
  { find, maps, constants }: AttributionParts,
): void {
  const attribution = new Attribution(builder, find, maps, constants);
  builder.addTotal(l2Gas);
  let left = Number(l2Gas);
  const add = (name: string, amount: bigint | number): void => {
    left -= Number(amount);
    builder.add([frameOf(name)], undefined, Number(amount), 0);
  };
  if (charged) {
    add('(calldata, signature, events and code as data)', charged.l2Parts.data);
    add('(new storage cells)', charged.l2Parts.newCells);
    add('(operating system, and calls metered in steps)', charged.l2Parts.resources);
  }
  for (const root of roots) {
    // An execution that was reverted although its call succeeded, for a bound, is charged in another way.
    if (root.gasConsumed > left) break;
    left -= attribution.call(root, [phaseOf(root)]);
  }
  if (left !== 0) add('(reverted execution)', left);
}

/** Adds what was recorded of a call. */
export function addCall(builder: ProfileBuilder, { roots }: ProfileRecorder, parts: AttributionParts): void {
  const attribution = new Attribution(builder, parts.find, parts.maps, parts.constants);
  for (const root of roots) builder.addTotal(BigInt(attribution.call(root, [])));
}

interface AttributionParts {
  readonly find: FindClass;
  readonly maps: ReadonlyMap<FeltKey, ClassMap | undefined>;
  readonly constants: ExecutionEnvironment['block']['constants'];
}

/** Adds the maps of the classes that were called. */
export async function addMaps(
  maps: Map<FeltKey, ClassMap | undefined>,
  { calls }: ProfileRecorder,
  find: FindClass,
  rest: () => Promise<void> | undefined,
): Promise<void> {
  for (const { call } of calls) {
    if (maps.has(call.classHash)) continue;
    const facts = find(call.classHash);
    // It compiles the class, which may take seconds; other requests are served meanwhile.
    maps.set(call.classHash, facts && (await classMap(facts)));
    await rest();
  }
}
