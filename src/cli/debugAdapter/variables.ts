import { type Felt, formatFelt } from '../../felt/felt.ts';
import { shortHex } from '../../felt/shortHex.ts';
import type { DebugStorageChange } from '../../tools/debug/debuggerTypes.ts';
import type { DebugVariable } from '../../tools/debug/debugValue.ts';
import type { RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import { argumentsText } from '../../tools/explain/callNames.ts';

/** A variable in the words of the protocol. */
interface ShownVariable {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** The number under which its members can be asked for; 0 if it has none. */
  readonly variablesReference: number;
}

/** More lists of variables of one moment are refused. */
const MAX_LISTS = 100_000;

/** The variables that an editor can ask for while the debugger stands still. */
export class VariableTable {
  readonly #debugger: RecordedDebugger;
  #lists: (() => readonly ShownVariable[])[] = [];
  /** The numbers of lists of storage. */
  readonly #storages = new Set<number>();

  constructor(debug: RecordedDebugger) {
    this.#debugger = debug;
  }

  /** Clears all numbers, when the debugger has moved. */
  clear(): void {
    this.#lists = [];
    this.#storages.clear();
  }

  /** Whether a number is that of a list of storage. */
  isStorage(reference: unknown): boolean {
    return this.#storages.has(Number(reference));
  }

  /** The variables of a number; undefined if there is no such list. */
  get(reference: unknown): readonly ShownVariable[] | undefined {
    return this.#lists[Number(reference) - 1]?.();
  }

  /** The groups of variables of a frame. */
  scopes(frame: number): readonly object[] {
    const debug = this.#debugger;
    const scope = (name: string, list: () => readonly ShownVariable[]) => ({
      name,
      variablesReference: this.#add(list),
      expensive: false,
    });
    const storage = scope('Storage', () => this.#storage());
    this.#storages.add(storage.variablesReference);
    return [
      scope('Locals', () => debug.locals(frame).map((variable) => this.shown(variable))),
      storage,
      scope('Calldata', () => this.#calldata(frame)),
      scope('Events', () => this.#facts(debug.events())),
      scope('Output', () => this.#facts(debug.prints())),
      scope('Gas', () => [plain('gas left', `${debug.gasLeft ?? 'unknown'}`)]),
    ];
  }

  shown(variable: DebugVariable): ShownVariable {
    const { name, type, text } = variable;
    const reference =
      variable.members.length > 0 ? this.#add(() => variable.members.map((each) => this.shown(each))) : 0;
    return { name, value: text, type, variablesReference: reference };
  }

  #add(list: () => readonly ShownVariable[]): number {
    if (this.#lists.length >= MAX_LISTS) throw new Error('Too many variables were asked for. Take a step to go on.');
    return this.#lists.push(list);
  }

  /** All variables that the transaction changes, so that one can be chosen for a breakpoint before it is written. */
  #storage(): readonly ShownVariable[] {
    const changed = this.#debugger
      .storage()
      .map((change) => plain(storageName(change), `${change.beforeText} → ${change.afterText}`));
    const names = new Set(changed.map(({ name }) => name));
    const later = this.#debugger
      .writtenStorage()
      .map((change) => plain(storageName(change), change.beforeText))
      .filter(({ name }) => !names.has(name));
    return [...changed, ...later];
  }

  #calldata(frame: number): readonly ShownVariable[] {
    const call = this.#debugger.callOf(frame);
    if (!call) return [];
    return [
      plain('call', argumentsText(call)),
      plain('contract', formatFelt(call.contractAddress)),
      ...call.calldata.map((felt, i) => plain(`${i}`, formatFelt(felt))),
    ];
  }

  #facts(facts: ReturnType<RecordedDebugger['events']>): readonly ShownVariable[] {
    return facts.map(({ text, contractName }, i) => plain(`${i} ${contractName ?? ''}`.trim(), text.trimEnd()));
  }
}

const storageName = ({ contractName, contractAddress, path, key }: DebugStorageChange): string =>
  `${contractName ?? shortHex(BigInt(contractAddress) as Felt)}.${path ?? formatFelt(key)}`;

const plain = (name: string, value: string): ShownVariable => ({ name, value, variablesReference: 0 });
