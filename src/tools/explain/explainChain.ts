// Explanations of what is in a chain, or is tried out on it. Their code is loaded when something is first explained, so that a page
// starts without it.
import { choose, doLater, type EitherWay } from '../../async/eitherWay.ts';
import type { Machine } from '../../cairo/machine.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { BroadcastTransaction, MessageToL2 } from '../../chain/run/broadcast.ts';
import { contextAt } from '../../chain/run/contextAt.ts';
import { MESSAGE_ESTIMATE } from '../../chain/run/executionFlags.ts';
import { type Rerun, rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import type { SimulatedStep } from '../../chain/run/simulateBatch.ts';
import type { CallRequest, SimulationOptions } from '../../chain/run/simulation.ts';
import { stepsOf } from '../../chain/run/stepsOf.ts';
import { messageSubmission } from '../../chain/run/submission.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import type { BlockContext } from '../../execution/blockContext.ts';
import type { Execution } from '../../execution/callContext.ts';
import { keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import type { FindClass } from '../names/classFacts.ts';
import { classFilesOf } from '../names/classFiles.ts';
import { NamedClasses } from '../names/namedClasses.ts';
import { selectorsOf } from '../names/selectorNames.ts';
import { preimagesOf } from '../storage/preimages.ts';
import type { ExplainedOutcome } from './explainTransaction.ts';
import type { Explanation } from './explanation.ts';
import { withSource } from './explanationSource.ts';

/** What a value of an explanation takes: as it was recorded, as it is explained, and in the answer. Measured with 300,000 of them. */
const EXPLAINED_FELT_BYTES = 288;

/** What a transaction called and why it failed, with the names of contracts and functions. */
export const explain = (view: ChainView, place: TransactionPlace): Promise<Explanation> =>
  doLater(explainSteps(view, place));

/** What a transaction that is not in the chain called and why it failed, on the state that it ran on. */
export const explainRerun = (view: ChainView, rerun: Rerun): Promise<Explanation> => doLater(rerunSteps(view, rerun));

const rerunSteps = (view: ChainView, { before, block, submission, flags }: Rerun): EitherWay<Explanation> =>
  explainedAlone(view, before, block, { submission, flags });

/** The same, with pauses or at once. */
export function* explainSteps(view: ChainView, place: TransactionPlace): EitherWay<Explanation> {
  return yield* rerunSteps(view, rerunOf(view, place));
}

/**
 * Loads what explains at once, when and if somebody wants to know. Returns whether that is possible. On a fork it has only what was fetched
 * for the execution.
 */
export async function loadAtOnce({ surroundings: { artifacts } }: ChainView): Promise<boolean> {
  if (artifacts && !(await artifacts.loadAtOnce())) return false;
  await Promise.all([loadTransactions(), loadCalls()]);
  return true;
}

/** What a call without a transaction called and why it failed. */
export function* explainCallSteps(
  view: ChainView,
  { contractAddress, entryPointSelector, calldata }: CallRequest,
  id: BlockId,
): EitherWay<Explanation> {
  const { explainPlainCall } = yield* choose(loadCalls, () => plainCalls!);
  const block = contextAt(view, id);
  const [to, selector] = [keyOf(contractAddress), keyOf(entryPointSelector)];
  const explanation = yield* explained(view, view.stateOf(id), (environment, find) =>
    explainPlainCall({ ...environment, block }, to, selector, calldata, find),
  );
  return yield* withSource(explanation, view.surroundings.artifacts);
}

/**
 * Prepares to explain what transactions that are only tried out would do, each after those before it, up to the first that would be
 * rejected.
 */
export async function prepareTransactions(
  view: ChainView,
  transactions: readonly BroadcastTransaction[],
  options: SimulationOptions,
  id: BlockId,
): Promise<EitherWay<readonly Explanation[]>> {
  const block = contextAt(view, id);
  return explainedSteps(view, await stepsOf(view, transactions, options, block), block, view.stateOf(id));
}

function* explainedSteps(
  view: ChainView,
  steps: readonly SimulatedStep[],
  block: BlockContext,
  before: State,
): EitherWay<readonly Explanation[]> {
  const explanations: Explanation[] = [];
  let state = before;
  for (const step of steps) {
    const { explanation, outcome } = yield* explainedTransaction(view, state, block, step);
    explanations.push(explanation);
    if (outcome.kind === 'rejected') break;
    state = state.apply(outcome.executed.stateDiff, outcome.executed.declared);
    yield* resting(view);
  }
  return explanations;
}

/** Prepares to explain what a message from L1 that is only tried out would do. */
export async function prepareMessage(
  view: ChainView,
  message: MessageToL2,
  id: BlockId,
): Promise<EitherWay<Explanation>> {
  const submission = await messageSubmission(message, view.chainId);
  return explainedAlone(view, view.stateOf(id), contextAt(view, id), { submission, flags: MESSAGE_ESTIMATE });
}

function* explainedAlone(...execution: Parameters<typeof explainedTransaction>): EitherWay<Explanation> {
  return (yield* explainedTransaction(...execution)).explanation;
}

let transactions: typeof import('./explainTransaction.ts') | undefined;
let plainCalls: typeof import('./explainPlainCall.ts') | undefined;

const loadTransactions = async () => (transactions ??= await import('./explainTransaction.ts'));
const loadCalls = async () => (plainCalls ??= await import('./explainPlainCall.ts'));

const resting = (view: ChainView): EitherWay<unknown> =>
  choose<unknown>(
    () => view.rest(),
    () => undefined,
  );

function* explainedTransaction(
  view: ChainView,
  before: State,
  block: BlockContext,
  { submission, flags }: SimulatedStep,
): EitherWay<ExplainedOutcome> {
  const { explainTransaction } = yield* choose(loadTransactions, () => transactions!);
  const { accounts, artifacts } = view.surroundings;
  const preimages = preimagesOf(view.surroundings);
  const { explanation, outcome } = yield* explained(view, before, (environment, find) =>
    explainTransaction({ ...environment, block }, submission, flags, find, preimages, accounts),
  );
  return { explanation: yield* withSource(explanation, artifacts), outcome };
}

/** Explains an execution, and once more if classes that it names had to be fetched. */
function* explained<T>(
  view: ChainView,
  before: State,
  explain: (environment: { readonly machine: Machine; readonly state: State }, find: FindClass) => Execution<T>,
): EitherWay<T> {
  const { surroundings, runOptions } = view;
  const { artifacts, executor } = surroundings;
  const names = new NamedClasses(before, classFilesOf(surroundings), artifacts, selectorsOf(surroundings));
  const find = names.finder;
  for (;;) {
    const start = (machine: Machine, state: State) => {
      names.forgetMissing();
      return explain({ machine, state }, find);
    };
    // What failed has just run, and calldata may be long.
    yield* resting(view);
    const result = yield* choose(
      () => executor.run(before, start, { ...runOptions, feltBytes: EXPLAINED_FELT_BYTES }),
      () => executor.runNow(before, start, EXPLAINED_FELT_BYTES),
    );
    if (!(yield* names.fetchMissingSteps())) return result;
  }
}
