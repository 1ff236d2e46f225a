import type { RunnableClass } from '../../classes/runnableClass.ts';
import { type FeltKey, formatKey64, ZERO_KEY } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import { EntryPointError } from './callError.ts';
import { type CallStart, CONSTRUCTOR_SELECTOR, callWithoutCode, enterCall, undeclaredClassError } from './enterCall.ts';
import type { Deployment } from './innerCall.ts';
import { type TrackedResource, trackedResource } from './trackedResource.ts';

/** The selector of a class's constructor; undefined if the class has none. */
const constructorOf = (runnable: RunnableClass | undefined): FeltKey | undefined =>
  runnable?.entryPoints.CONSTRUCTOR[0]?.selector;

/**
 * Gives a contract its class, then starts its constructor. All reads come first, so nothing has changed if one throws a Need.
 */
export function enterDeployment(
  context: CallContext,
  deployment: Deployment,
  depth: number,
  callerMetering: TrackedResource | undefined,
  onConstructor: (selector: FeltKey) => void,
): CallStart {
  const { state } = context;
  const { classHash, contractAddress, caller, calldata } = deployment;
  if (state.classHashAt(contractAddress) !== ZERO_KEY)
    throw new EntryPointError(
      `Deployment failed: contract already deployed at address ${formatKey64(contractAddress)}`,
    );
  if (contractAddress === ZERO_KEY) throw new EntryPointError('Cannot deploy contract at address 0.');
  const runnable = state.classAt(classHash);
  if (!runnable) throw undeclaredClassError(classHash);
  state.setClassHash(contractAddress, classHash);

  const selector = constructorOf(runnable);
  if (selector === undefined) return emptyConstructor(context, deployment, runnable, callerMetering);
  onConstructor(selector);
  const { initialGas } = deployment;
  return enterCall(
    context,
    {
      contractAddress,
      classHash: undefined,
      entryPointType: 'CONSTRUCTOR',
      selector,
      calldata,
      caller,
      callType: 'CALL',
      initialGas,
    },
    depth,
    callerMetering,
  );
}

/** The result for a class without a constructor: it takes no calldata, and traces show a call that did nothing. */
function emptyConstructor(
  context: CallContext,
  { classHash, contractAddress, caller, calldata, initialGas }: Deployment,
  runnable: RunnableClass,
  above: TrackedResource | undefined,
): CallStart {
  if (calldata.length > 0)
    throw new EntryPointError(
      'Invalid input: constructor_calldata; Cannot pass calldata to a contract with no constructor.',
    );
  const { constants } = context.block;
  const tracked = trackedResource(runnable, constants, above);
  return callWithoutCode(
    {
      contractAddress,
      classHash,
      entryPointType: 'CONSTRUCTOR',
      selector: CONSTRUCTOR_SELECTOR,
      calldata: [],
      caller,
      callType: 'CALL',
      initialGas: tracked === 'CairoSteps' ? constants.defaultInitialGas : initialGas,
    },
    tracked,
  );
}
