import type { RunnableClass, TrackedResource } from '../../classes/runnableClass.ts';
import { type FeltKey, ZERO_KEY } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import { hex64 } from '../errors/hex64.ts';
import { NO_RESOURCES } from '../gas/vmResources.ts';
import { EntryPointError } from './callError.ts';
import { CONSTRUCTOR_SELECTOR, type Entered, enterCall, undeclared } from './enterCall.ts';
import type { Deployment } from './innerCall.ts';

/** The selector of a class's constructor, undefined when it has none. */
export const constructorOf = (runnable: RunnableClass | undefined): FeltKey | undefined =>
  runnable?.entryPoints.CONSTRUCTOR[0]?.selector;

/**
 * Gives a contract its class and starts its constructor. The class is there before the constructor runs.
 * All reads come first; nothing is changed when one throws a Need.
 */
export function enterDeployment(
  context: CallContext,
  deployment: Deployment,
  depth: number,
  above: TrackedResource | undefined,
  found: (selector: FeltKey) => void,
): Entered {
  const { state } = context;
  const { classHash, contractAddress, caller, calldata } = deployment;
  if (state.classHashAt(contractAddress) !== ZERO_KEY)
    throw new EntryPointError(`Deployment failed: contract already deployed at address ${hex64(contractAddress)}`);
  if (contractAddress === ZERO_KEY) throw new EntryPointError('Cannot deploy contract at address 0.');
  const runnable = state.classAt(classHash);
  if (!runnable) throw undeclared(classHash);
  state.setClassHash(contractAddress, classHash);

  const selector = constructorOf(runnable);
  if (selector === undefined) return emptyConstructor(context, deployment, runnable, above);
  found(selector);
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
    above,
  );
}

/** A class without a constructor takes no calldata, and shows as a call that did nothing. */
function emptyConstructor(
  context: CallContext,
  { classHash, contractAddress, caller, calldata, initialGas }: Deployment,
  runnable: RunnableClass,
  above: TrackedResource | undefined,
): Entered {
  if (calldata.length > 0)
    throw new EntryPointError(
      'Invalid input: constructor_calldata; Cannot pass calldata to a contract with no constructor.',
    );
  const tracked = above === 'CairoSteps' ? above : runnable.tracked;
  return {
    kind: 'info',
    info: {
      call: {
        contractAddress,
        classHash,
        entryPointType: 'CONSTRUCTOR',
        selector: CONSTRUCTOR_SELECTOR,
        calldata: [],
        caller,
        callType: 'CALL',
        initialGas: tracked === 'CairoSteps' ? context.block.constants.defaultInitialGas : initialGas,
      },
      retdata: [],
      failed: false,
      events: [],
      messages: [],
      inner: [],
      tracked,
      resources: NO_RESOURCES,
      gasConsumed: 0,
    },
  };
}
