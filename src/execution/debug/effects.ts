import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import { emittedText } from '../explain/callNames.ts';
import type { FindClass } from '../explain/classFacts.ts';
import type { ExplainedCall, StorageChange } from '../explain/explanation.ts';
import { printText } from '../explain/printText.ts';
import { namedChanges, openCell } from '../explain/storageChanges.ts';
import type { Preimages } from '../storage/preimages.ts';
import { mergeVariables, variablesOfClass } from '../storage/variablesOfClass.ts';
import type { DebugFact } from './debuggerTypes.ts';
import type { RecordedRun } from './debugRecorder.ts';
import type { DebugCall, Timeline } from './timeline.ts';

type FactKind = 'write' | 'event' | 'print';

/** What the names of storage need: the state before the transaction, the classes, and the hashes that were computed. */
interface StorageSource {
  readonly before: (contract: FeltKey, key: FeltKey) => FeltKey;
  readonly find: FindClass;
  readonly preimages: Preimages;
}

/** A fact, and the call that it is of. */
interface CallFact {
  readonly call: DebugCall;
  readonly fact: DebugFact;
}

/** What calls did besides computing, by moment. */
export class Effects {
  readonly #timeline: Timeline;
  readonly #source: StorageSource;
  readonly #explained: ReadonlyMap<RecordedRun, ExplainedCall>;
  readonly #facts = new Map<'event' | 'print', readonly CallFact[]>();

  constructor(timeline: Timeline, source: StorageSource, explained: ReadonlyMap<RecordedRun, ExplainedCall>) {
    this.#timeline = timeline;
    this.#source = source;
    this.#explained = explained;
  }

  /** The moments of facts of a kind, ascending. */
  moments(kind: FactKind): readonly number[] {
    return this.#timeline.calls
      .flatMap((call) =>
        call.run.facts.filter((fact) => fact.kind === kind).map(({ step }) => this.#timeline.momentOf({ call, step })),
      )
      .sort((a, b) => a - b);
  }

  /** The events until a moment that have not been dropped, or the output. */
  facts(kind: 'event' | 'print', moment: number): readonly DebugFact[] {
    let all = this.#facts.get(kind);
    if (!all) this.#facts.set(kind, (all = this.#allFacts(kind)));
    return all
      .filter(({ call, fact }) => fact.moment < moment && !(kind === 'event' && isDropped(call, moment)))
      .map(({ fact }) => fact);
  }

  /** COST: writes the text of each fact once, since an editor asks after each step. */
  #allFacts(kind: 'event' | 'print'): readonly CallFact[] {
    return this.#timeline.calls
      .flatMap((call) => {
        const explained = this.#explained.get(call.run)!;
        return call.run.facts
          .filter((fact) => fact.kind === kind)
          .map((fact, i): CallFact => {
            const text = fact.kind === 'print' ? printText(fact.felts) : emittedText(explained.events[i]!);
            const moment = this.#timeline.momentOf({ call, step: fact.step });
            return { call, fact: { text, moment, contractName: explained.contractName } };
          });
      })
      .sort((a, b) => a.fact.moment - b.fact.moment);
  }

  /** The storage cells that have other values at a moment than before the transaction, by name. */
  storage(moment: number): readonly StorageChange[] {
    const written = new Map<FeltKey, { readonly classes: Set<FeltKey>; readonly cells: Map<FeltKey, FeltKey> }>();
    for (const { call, key, value } of this.#writes(moment)) {
      const { contractAddress, classHash } = call.run.recorded.call;
      const contract = written.get(contractAddress) ?? { classes: new Set(), cells: new Map() };
      written.set(contractAddress, contract);
      if (classHash) contract.classes.add(classHash);
      contract.cells.set(key, value);
    }
    return [...written].flatMap(([address, contract]) => this.#changesOf(address, contract));
  }

  #writes(moment: number) {
    return this.#timeline.calls
      .filter((call) => call.start <= moment && !isDropped(call, moment))
      .flatMap((call) =>
        call.run.facts.flatMap((fact) => {
          if (fact.kind !== 'write') return [];
          const at = this.#timeline.momentOf({ call, step: fact.step });
          return at < moment ? [{ call, at, key: fact.key, value: fact.value }] : [];
        }),
      )
      .sort((a, b) => a.at - b.at);
  }

  #changesOf(
    address: FeltKey,
    { classes, cells }: { readonly classes: ReadonlySet<FeltKey>; readonly cells: ReadonlyMap<FeltKey, FeltKey> },
  ): StorageChange[] {
    const { before, find, preimages } = this.#source;
    const facts = [...classes].map(find).filter((each) => each !== undefined);
    const variables = facts.length > 0 ? mergeVariables(facts.map(variablesOfClass)) : undefined;
    const first = (key: FeltKey): FeltKey => {
      try {
        return before(address, key);
      } catch {
        // A fork has not fetched the value.
        return ZERO_KEY;
      }
    };
    const changed = [...cells]
      .map(([key, value]) => ({ key: feltOf(key), before: feltOf(first(key)), after: feltOf(value) }))
      .filter((cell) => cell.before !== cell.after);
    const contractName = [...this.#explained.values()].find(
      (each) => each.contractAddress === feltOf(address) && each.callType !== 'DELEGATE',
    )?.contractName;
    const read = (side: 'before' | 'after') => (key: ReturnType<typeof feltOf>) =>
      changed.find((cell) => cell.key === key)?.[side] ?? feltOf(ZERO_KEY);
    return namedChanges(
      changed,
      (key) => variables && openCell(key, variables, preimages),
      read('before'),
      read('after'),
    ).map((change) => ({ contractAddress: feltOf(address), contractName, ...change }));
  }
}

/** Whether a call or one of its callers had failed before a moment, so that its writes and events are dropped. */
function isDropped(call: DebugCall, moment: number): boolean {
  for (let each: DebugCall | undefined = call; each; each = each.caller) {
    const { info } = each.run.recorded;
    if (each.end <= moment && (!info || info.failed)) return true;
  }
  return false;
}
