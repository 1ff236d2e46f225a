import { finish } from '../../async/steps.ts';
import { WELL_KNOWN } from '../../chain/genesis/systemClasses.ts';
import type { Origin } from '../../chain/origin.ts';
import { allocateAliases } from '../../chain/run/allocateAliases.ts';
import { createExecutor } from '../../chain/run/createExecutor.ts';
import { ETH, STRK } from '../../chain/value/token.ts';
import type { ArtifactStore } from '../../classes/artifactStore.ts';
import { type BuiltinTexts, builtinClass } from '../../classes/builtinClasses.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { BlockContext, GasPrices } from '../../execution/blockContext.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { ExecutionFlags, Outcome } from '../../execution/outcome.ts';
import type { Submission } from '../../execution/transaction.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { withAliases } from '../../state/aliasBase.ts';
import { netDiff } from '../../state/netDiff.ts';
import { fetchInSlices, fetchNeeds } from '../../state/retryRead.ts';
import { State } from '../../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';
import type { RecordedDebugger } from '../debug/recordedDebugger.ts';
import { type ExplainedOutcome, explainTransaction } from '../explain/explainTransaction.ts';
import type { FindClass } from '../names/classFacts.ts';
import { NamedClasses } from '../names/namedClasses.ts';
import { type ClassVariables, NO_VARIABLES } from '../storage/classVariables.ts';
import { variablesOfClass } from '../storage/variablesOfClass.ts';

/** The header of a block of the origin, as far as transactions see it. */
export interface ReplayedHeader {
  readonly number: number;
  readonly timestamp: bigint;
  readonly prices: GasPrices;
  readonly sequencerAddress: Felt;
  readonly blobDa: boolean;
  readonly protocol: ProtocolConstants;
}

/** The origin at the block before the replayed one. */
export type StateBefore = Pick<Origin, 'chainId' | 'hashes' | 'base'>;

/** What a replayer needs besides the origin. */
export interface ReplaySurroundings {
  /** Our own classes, which sandboxes have under well-known hashes. */
  readonly texts: BuiltinTexts;
  readonly artifacts?: ArtifactStore | undefined;
}

/** Executes the transactions of a block again, on the state before it. */
export class Replayer {
  readonly header: ReplayedHeader;
  readonly #context: BlockContext;
  readonly #executor = createExecutor();
  readonly #artifacts: ArtifactStore | undefined;
  /** Class files that a user gave, with debug information. */
  readonly #files = new Map<FeltKey, DeclaredClass['definition']>();
  #state: State;

  constructor(origin: StateBefore, header: ReplayedHeader, { texts, artifacts }: ReplaySurroundings) {
    this.header = header;
    this.#artifacts = artifacts;
    const { protocol, sequencerAddress, ...seen } = header;
    this.#context = {
      ...seen,
      sequencerAddress: keyOf(sequencerAddress),
      chainId: keyOf(origin.chainId),
      feeTokens: { eth: keyOf(ETH.address), strk: keyOf(STRK.address) },
      constants: protocol,
    };
    this.#state = State.over(withAliases(origin.base, aliases(texts)));
    this.edit(openingDiff(origin, header));
  }

  /** What every block writes when it opens: the hash of an older block, which contracts can read from then on. */
  get opening(): StateDiff {
    return finish(this.#state.changesSince(State.over(this.#state.base))).diff;
  }

  /**
   * What a block changed in all, after its transactions: without what it changed back, and with the aliases that its closing wrote, if the
   * origin has aliases. Sandboxes usually have none.
   */
  async closed(stateDiff: StateDiff): Promise<StateDiff> {
    const state = this.#state;
    const { protocol } = this.header;
    const before = State.over(state.base);
    const contract = keyOf(toFelt(protocol.aliasContractAddress));
    const net = await fetchInSlices(netDiff(stateDiff, before), state.base);
    const counter = await fetchNeeds(() => before.storageAt(contract, ZERO_KEY), state.base);
    if (counter === ZERO_KEY) return net;
    const aliases = await allocateAliases({ state, stateDiff, protocol }, before, (fetch) => fetch());
    return aliases ? { ...net, storage: new Map([...net.storage, ...aliases.storage]) } : net;
  }

  /** Changes the state that the next transactions run on. */
  edit(diff: StateDiff, declared: Iterable<readonly [FeltKey, DeclaredClass]> = []): void {
    const classes = [...declared];
    for (const [classHash, { definition }] of classes) this.#files.set(classHash, definition);
    this.#state = this.#state.apply(diff, classes);
  }

  /** Executes a transaction. What it changed, the next one sees. */
  async execute(submission: Submission, flags: ExecutionFlags): Promise<Outcome> {
    const outcome = await this.#executor.run(this.#state, (machine, state) =>
      executeTransaction({ state, block: this.#context, machine }, submission, flags),
    );
    return this.#applied(outcome);
  }

  /** Executes a transaction and explains it. What it changed, the next one sees. */
  async explain(submission: Submission, flags: ExecutionFlags): Promise<ExplainedOutcome> {
    const names = new NamedClasses(this.#state, this.#files, this.#artifacts);
    const find: FindClass = (classHash) => names.find(classHash);
    for (;;) {
      const explained = await this.#executor.run(this.#state, (machine, state) => {
        names.forgetMissing();
        return explainTransaction({ state, block: this.#context, machine }, submission, flags, find);
      });
      if (await names.fetchMissing()) continue;
      this.#applied(explained.outcome);
      return explained;
    }
  }

  /** Records a transaction for a debugger, which shows every moment of it. */
  async debug(submission: Submission, flags: ExecutionFlags): Promise<RecordedDebugger> {
    const { namedDebugger } = await import('../debug/debugChain.ts');
    const { recordForDebugger } = await import('../debug/debugExecution.ts');
    const recording = await this.#executor.run(this.#state, (machine, state) =>
      recordForDebugger({ state, block: this.#context, machine }, submission, flags),
    );
    return namedDebugger(recording, new NamedClasses(this.#state, this.#files, this.#artifacts), this.#state);
  }

  nonceOf(address: Felt): Promise<Felt> {
    return fetchNeeds(() => feltOf(this.#state.nonceAt(keyOf(address))), this.#state.base);
  }

  classHashOf(address: Felt): Promise<Felt> {
    return fetchNeeds(() => feltOf(this.#state.classHashAt(keyOf(address))), this.#state.base);
  }

  /** The storage variables of the class that a contract has now. */
  async variablesOf(address: Felt): Promise<ClassVariables> {
    const classHash = keyOf(await this.classHashOf(address));
    const names = new NamedClasses(this.#state, this.#files, this.#artifacts);
    const found = names.find(classHash);
    const facts = (await names.fetchMissing()) ? names.find(classHash) : found;
    return facts ? variablesOfClass(facts) : NO_VARIABLES;
  }

  #applied(outcome: Outcome): Outcome {
    if (outcome.kind === 'included')
      this.#state = this.#state.apply(outcome.executed.stateDiff, outcome.executed.declared);
    return outcome;
  }
}

/** Other sandboxes have these classes of ours under hashes that are not their own. */
const aliases = (texts: BuiltinTexts): readonly (readonly [FeltKey, DeclaredClass])[] => [
  [keyOf(WELL_KNOWN.account), builtinClass('account', texts)],
  [keyOf(WELL_KNOWN.accountCairo0), builtinClass('account_cairo0', texts)],
  [keyOf(WELL_KNOWN.udc), builtinClass('universal_deployer', texts)],
  [keyOf(WELL_KNOWN.udcLegacy), builtinClass('universal_deployer', texts)],
];

function openingDiff({ hashes }: StateBefore, { number, protocol }: ReplayedHeader): StateDiff {
  const old = number - protocol.storedBlockHashBuffer;
  const hash = hashes.get(old);
  if (hash === undefined) return EMPTY_DIFF;
  const contract = keyOf(toFelt(protocol.blockHashContractAddress));
  return { ...EMPTY_DIFF, storage: new Map([[contract, new Map([[keyOf(toFelt(old)), keyOf(hash)]])]]) };
}
