import { VmError } from '../../cairo/vmError.ts';
import type { RunnableClass, RunnableEntryPoint } from '../../classes/runnableClass.ts';
import { feltOfAscii, toFelt } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import { type FeltKey, formatKey64, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import type { CallInfo, EntryPointCall } from '../callInfo.ts';
import { NO_RESOURCES } from '../gas/vmResources.ts';
import { NO_TRANSACTION } from '../transactionInfo.ts';
import { EntryPointError } from './callError.ts';
import { type Frame, newFrame } from './frame.ts';
import { type TrackedResource, trackedResource } from './trackedResource.ts';

export const CONSTRUCTOR_SELECTOR = keyOf(starknetKeccak('constructor'));
export const ENTRYPOINT_NOT_FOUND = keyOf(feltOfAscii('ENTRYPOINT_NOT_FOUND'));
export const OUT_OF_GAS = keyOf(feltOfAscii('Out of gas'));

/** An account class with a vulnerability that transactions of version 0 could use. The network does not run it for them. */
const FAULTY_CLASS = keyOf(toFelt(0x1a7820094feaf82d53f53f214b81292d717e7bb9a92bb2488092cd306f3993fn));

/** The result of starting a call: a frame to run, or the call info of a call that failed to start or has no code to run. */
export type CallStart =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'info'; readonly info: CallInfo };

/**
 * Starts a call on top of the stack. If the entry point is missing or there is too little gas, the call fails and the caller may
 * catch it. Any other obstacle is thrown as an EntryPointError. All reads come first, so nothing has changed if one throws a Need.
 * `depth` is the number of frames below the call.
 */
export function enterCall(
  context: CallContext,
  given: EntryPointCall,
  depth: number,
  callerMetering: TrackedResource | undefined,
): CallStart {
  const { state, machine } = context;
  const constants = context.block.constants;
  if (depth >= constants.maxRecursionDepth)
    throw new EntryPointError('Execution failed due to recursion depth exceeded.');
  const call = context.cheats?.change(given, context.transaction !== NO_TRANSACTION) ?? given;
  const ownClass = state.classHashAt(call.contractAddress);
  if (call.cheated?.mock) return mockedCall(context, { ...call, classHash: ownClass }, callerMetering);
  if (ownClass === ZERO_KEY)
    throw new EntryPointError(`Requested contract address ${formatKey64(call.contractAddress)} is not deployed.`);
  const classHash = call.classHash ?? ownClass;
  if (!context.transaction.v3 && classHash === FAULTY_CLASS) throw new EntryPointError('Fraud attempt blocked.');
  const runnable = state.classAt(classHash);
  if (!runnable) throw undeclaredClassError(classHash);

  if (call !== given) context.cheats!.use(call.cheated!);
  const tracked = trackedResource(runnable, constants, callerMetering);
  const initialGas = tracked === 'CairoSteps' ? constants.defaultInitialGas : call.initialGas;
  const resolved = { ...call, classHash, initialGas };

  const entryPoint = findEntryPoint(runnable, call);
  // A call that fails to start costs nothing, and the caller can catch the failure.
  if (!entryPoint) return callWithoutCode(resolved, tracked, ENTRYPOINT_NOT_FOUND);
  if (initialGas < constants.entryPointInitialBudget) return callWithoutCode(resolved, tracked, OUT_OF_GAS);
  try {
    const gas = initialGas - constants.entryPointInitialBudget;
    const { program = runnable.program } = entryPoint;
    const running = program === runnable.program ? runnable : { ...runnable, program };
    const syscallPointer = machine.begin({
      program,
      classHash,
      offset: entryPoint.offset,
      builtins: entryPoint.builtins,
      calldata: call.calldata,
      initialGas: BigInt(gas),
      selector: call.selector,
      constants,
    });
    if (tracked === 'SierraGas') {
      context.leastGas = Math.min(context.leastGas, gas);
      context.readsGas ||= runnable.readsGas;
    }
    return { kind: 'frame', frame: newFrame(resolved, running, tracked, syscallPointer) };
  } catch (error) {
    if (error instanceof VmError) throw new EntryPointError(error.message);
    throw error;
  }
}

/** The result of a call that a cheat answers, at an address where there need be no contract. It costs its caller the system call alone. */
function mockedCall(
  context: CallContext,
  call: CallInfo['call'],
  callerMetering: TrackedResource = 'SierraGas',
): CallStart {
  const { ids, mock } = call.cheated!;
  context.cheats!.use({ ids });
  const { info } = callWithoutCode(call, callerMetering);
  return { kind: 'info', info: { ...info, retdata: mock!.retdata, failed: mock!.panics } };
}

export const undeclaredClassError = (classHash: FeltKey) =>
  new EntryPointError(`Class with hash ${formatKey64(classHash)} is not declared.`);

/** Whether a class has a function with this selector, or one that takes every selector. */
export const hasFunction = (runnable: RunnableClass, selector: FeltKey): boolean =>
  findEntryPoint(runnable, { entryPointType: 'EXTERNAL', selector }) !== undefined;

/** Finds the entry point of a call. A Cairo 0 class may have a default entry point, with selector zero. */
function findEntryPoint(
  runnable: RunnableClass,
  call: Pick<EntryPointCall, 'entryPointType' | 'selector'>,
): RunnableEntryPoint | undefined {
  if (call.entryPointType === 'CONSTRUCTOR' && call.selector !== CONSTRUCTOR_SELECTOR)
    throw new EntryPointError("The constructor entry point must be named 'constructor'.");
  const entryPoints = runnable.entryPoints[call.entryPointType];
  let found: RunnableEntryPoint | undefined;
  for (const entryPoint of entryPoints) {
    if (entryPoint.selector !== call.selector) continue;
    if (found)
      throw new EntryPointError(
        `Entry point ${formatKey64(call.selector)} of type ${TYPE_NAMES[call.entryPointType]} is not unique.`,
      );
    found = entryPoint;
  }
  if (found || runnable.kind !== 'cairo0') return found;
  const first = entryPoints[0];
  return first?.selector === ZERO_KEY ? first : undefined;
}

const TYPE_NAMES = { EXTERNAL: 'External', L1_HANDLER: 'L1Handler', CONSTRUCTOR: 'Constructor' } as const;

/** The result of a call that runs no code. It failed if there is a reason. */
export function callWithoutCode(call: CallInfo['call'], tracked: TrackedResource, reason?: FeltKey) {
  return {
    kind: 'info' as const,
    info: {
      call,
      retdata: reason === undefined ? [] : [reason],
      failed: reason !== undefined,
      events: [],
      messages: [],
      inner: [],
      tracked,
      resources: NO_RESOURCES,
      gasConsumed: 0,
    },
  };
}
