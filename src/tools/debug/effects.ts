import { printText } from '../../execution/printText.ts';
import { formatFelt, parseFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import { Need } from '../../state/need.ts';
import { emittedText } from '../explain/callNames.ts';
import type { ExplainedCall } from '../explain/explanation.ts';
import { namedChanges, openCell } from '../explain/storageChanges.ts';
import type { FindClass } from '../names/classFacts.ts';
import { cellKeys } from '../storage/cellKeys.ts';
import type { Preimages } from '../storage/preimages.ts';
import { placeOf, StoragePathError } from '../storage/storagePath.ts';
import { mergeVariables, variablesOfClass } from '../storage/variablesOfClass.ts';
import type { DebugFact, DebugStorageChange } from './debuggerTypes.ts';
import type { RecordedRun } from './debugRecorder.ts';
import type { DebugCall, Timeline } from './timeline.ts';

type FactKind = 'write' | 'event' | 'print';

/** What storage is named with: the state before the transaction, the classes, and the hashes that were computed. */
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

interface CellWrite {
  readonly call: DebugCall;
  readonly at: number;
  readonly address: FeltKey;
  readonly key: FeltKey;
  readonly value: FeltKey;
}

interface NamedContract {
  readonly name: string | undefined;
  readonly open: (key: FeltKey) => ReturnType<typeof openCell>;
  /** The keys of the cells at a path; none if there is no such path. */
  readonly keysAt: (path: string) => readonly FeltKey[];
}

/** What calls did besides computing, by moment. */
export class Effects {
  readonly #timeline: Timeline;
  readonly #source: StorageSource;
  readonly #explained: ReadonlyMap<RecordedRun, ExplainedCall>;
  readonly #contracts = new Map<FeltKey, NamedContract>();
  #allWrites: readonly CellWrite[] | undefined;
  #everWritten: readonly DebugStorageChange[] | undefined;
  #cellWrites: ReadonlyMap<string, readonly CellWrite[]> | undefined;
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

  /** The moments at which a storage variable is written, by its name with or without that of its contract. */
  momentsOfCell(name: string): readonly number[] {
    return this.#writesOfCell(name).map(({ at }) => at);
  }

  /**
   * The moment of the last write before another one that a storage variable has its value by: not one of a call that had failed by then.
   * Contracts of one class have variables of one name, so those of the contract that runs come first.
   */
  lastWriteOfCell(name: string, moment: number, running: FeltKey | undefined): number | undefined {
    const writes = this.#writesOfCell(name);
    const own = writes.filter(({ address }) => address === running);
    return (own.length > 0 ? own : writes).findLast(({ call, at }) => at < moment && !isDropped(call, moment))?.at;
  }

  #writesOfCell(name: string): readonly CellWrite[] {
    this.#cellWrites ??= this.#writesByName();
    return this.#cellWrites.get(name.trim()) ?? this.#writesAt(name.trim());
  }

  /** By a key or a path in another spelling than that of `storage()`, alone or behind the name or the address of a contract. */
  #writesAt(cell: string): readonly CellWrite[] {
    const [, contract = '', place = ''] = /^(\w+)\.(.+)$/s.exec(cell) ?? [];
    const keys = new Map<FeltKey, readonly FeltKey[]>();
    for (const { address } of this.#writes) {
      if (keys.has(address)) continue;
      const { name, keysAt } = this.#contract(address);
      const isNamed = contract !== '' && (contract === name || parseFelt(contract) === feltOf(address));
      const wanted = isNamed ? place : cell;
      const key = parseFelt(wanted);
      keys.set(address, key === undefined ? keysAt(wanted) : [keyOf(key)]);
    }
    return this.#writes.filter(({ address, key }) => keys.get(address)!.includes(key));
  }

  /** By their paths alone, and with the name or the address of their contract. */
  #writesByName(): ReadonlyMap<string, readonly CellWrite[]> {
    const byName = new Map<string, CellWrite[]>();
    for (const write of this.#writes) {
      const { address, key } = write;
      const { name, open } = this.#contract(address);
      const path = open(key)?.path ?? formatFelt(feltOf(key));
      const contracts = new Set([name ?? shortHex(feltOf(address)), formatFelt(feltOf(address))]);
      for (const each of [path, ...[...contracts].map((contract) => `${contract}.${path}`)]) {
        const writes = byName.get(each);
        if (writes) writes.push(write);
        else byName.set(each, [write]);
      }
    }
    return byName;
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
            const { contractName } = explained;
            const contractAddress = formatFelt(explained.contractAddress);
            return { call, fact: { text, moment, contractName, contractAddress } };
          });
      })
      .sort((a, b) => a.fact.moment - b.fact.moment);
  }

  /** The storage cells that have other values at a moment than before the transaction, by name. */
  storage(moment: number): readonly DebugStorageChange[] {
    return this.#changes(({ call, at }) => at < moment && !isDropped(call, moment));
  }

  /** The storage cells that are written at some time, also by calls that fail, with their last values. */
  writtenStorage(): readonly DebugStorageChange[] {
    this.#everWritten ??= this.#changes(() => true);
    return this.#everWritten;
  }

  #changes(counts: (write: CellWrite) => boolean): readonly DebugStorageChange[] {
    const written = new Map<FeltKey, Map<FeltKey, FeltKey>>();
    for (const write of this.#writes) {
      if (!counts(write)) continue;
      const { address, key, value } = write;
      const cells = written.get(address);
      if (cells) cells.set(key, value);
      else written.set(address, new Map([[key, value]]));
    }
    return [...written].flatMap(([address, cells]) => this.#changesOf(address, cells));
  }

  #changesOf(address: FeltKey, cells: ReadonlyMap<FeltKey, FeltKey>): DebugStorageChange[] {
    const { name, open } = this.#contract(address);
    const first = (key: FeltKey): FeltKey => {
      try {
        return this.#source.before(address, key);
      } catch (error) {
        if (!(error instanceof Need)) throw error;
        // A fork has not fetched the value, because the transaction neither read nor wrote the cell.
        return ZERO_KEY;
      }
    };
    const changed = [...cells]
      .map(([key, value]) => ({ key: feltOf(key), before: feltOf(first(key)), after: feltOf(value) }))
      .filter((cell) => cell.before !== cell.after);
    return namedChanges(
      changed,
      open,
      (key) => feltOf(first(keyOf(key))),
      (key) => feltOf(cells.get(keyOf(key)) ?? first(keyOf(key))),
    ).map((change) => ({ contractAddress: formatFelt(feltOf(address)), contractName: name, ...change }));
  }

  /** All writes in their order, also those that are dropped later. */
  get #writes(): readonly CellWrite[] {
    this.#allWrites ??= this.#timeline.calls
      .flatMap((call) =>
        call.run.facts.flatMap((fact) => {
          if (fact.kind !== 'write') return [];
          const at = this.#timeline.momentOf({ call, step: fact.step });
          return [{ call, at, address: call.run.recorded.call.contractAddress, key: fact.key, value: fact.value }];
        }),
      )
      .sort((a, b) => a.at - b.at);
    return this.#allWrites;
  }

  /** The name of a contract that was written to, and what opens its keys: all classes that worked on its storage. */
  #contract(address: FeltKey): NamedContract {
    let contract = this.#contracts.get(address);
    if (!contract) {
      const { find, preimages } = this.#source;
      const runs = this.#timeline.calls.map(({ run }) => run);
      const own = runs.filter(({ recorded }) => recorded.call.contractAddress === address);
      const classes = new Set(own.flatMap(({ recorded }) => recorded.call.classHash ?? []));
      const facts = [...classes].map(find).filter((each) => each !== undefined);
      const variables = facts.length > 0 ? mergeVariables(facts.map(variablesOfClass)) : undefined;
      const opened = new Map<FeltKey, ReturnType<typeof openCell>>();
      const open = (key: FeltKey) => {
        if (variables && !opened.has(key)) opened.set(key, openCell(key, variables, preimages));
        return opened.get(key);
      };
      const keysAt = (path: string) => {
        try {
          return variables ? cellKeys(placeOf(path, variables)).map(keyOf) : [];
        } catch (error) {
          if (!(error instanceof StoragePathError)) throw error;
          return [];
        }
      };
      const named = own.map((run) => this.#explained.get(run)!).find(({ callType }) => callType !== 'DELEGATE');
      this.#contracts.set(address, (contract = { name: named?.contractName, open, keysAt }));
    }
    return contract;
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
