import { functionBySelector } from '../../abi/functionBySelector.ts';
import { type CodeCounts, instructionCells } from '../../cairo/codeCounter.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { syscallConstants } from '../../execution/syscalls/costs.ts';
import type { FeltKey } from '../../felt/key.ts';
import { feltOf } from '../../felt/key.ts';
import { shortHex } from '../../felt/shortHex.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { SyscallName } from '../../protocol/syscalls.ts';
import { TOKEN_BUILTINS } from '../../sierra/programMap.ts';
import type { StackFrame } from '../explain/stackFrame.ts';
import { classAbi, type FindClass, nameOfContract } from '../names/classFacts.ts';
import type { ClassMap } from './classMaps.ts';
import type { ProfileBuilder, ProfileFrame } from './profile.ts';
import type { ProfiledCall } from './profiledCalls.ts';

export const frameOf = (name: string): ProfileFrame => ({ name, file: undefined, line: undefined });

/** A function without a name is that of a contract, since all contracts have a function 0. */
const sourceFrame = ({ functionName, span }: StackFrame, contract: string): ProfileFrame => ({
  name: functionName ?? (span ? `code of ${span.file}` : `code of ${contract}`),
  file: span?.file,
  line: span?.line,
});

/** What a call pays for besides its statements. */
const DATA = frameOf('(data of system calls)');
const UNUSED = frameOf('(gas withdrawn and not used)');
const STEPS = frameOf('(code metered in steps)');

/** Attributes the gas of calls to their code. */
export class Attribution {
  readonly #builder: ProfileBuilder;
  readonly #find: FindClass;
  readonly #maps: ReadonlyMap<FeltKey, ClassMap | undefined>;
  readonly #constants: ProtocolConstants;

  constructor(
    builder: ProfileBuilder,
    find: FindClass,
    maps: ReadonlyMap<FeltKey, ClassMap | undefined>,
    constants: ProtocolConstants,
  ) {
    this.#builder = builder;
    this.#find = find;
    this.#maps = maps;
    this.#constants = constants;
  }

  /** Attributes the gas of a call and its inner calls. Returns its own gas and theirs, 0 for a call that is metered in steps. */
  call(call: ProfiledCall, outer: readonly ProfileFrame[]): number {
    const { tracked, inner, steps, gasConsumed } = call;
    const stack = [...outer, frameOf(this.#nameOf(call))];
    if (tracked === 'CairoSteps') {
      // The transaction pays for all steps together, so the code of such a call has steps and no gas of its own.
      this.#builder.add([...stack, STEPS], undefined, 0, steps);
      for (const each of inner) this.call(each, stack);
      return 0;
    }
    let own = gasConsumed;
    for (const each of inner) own -= this.call(each, stack);
    this.#attribute(call, stack, own);
    return gasConsumed;
  }

  #nameOf({ call }: ProfiledCall): string {
    const facts = this.#find(call.classHash);
    const model = facts && classAbi(facts.definition);
    const abi = model && functionBySelector(model, feltOf(call.selector), selectorOf);
    const name = call.entryPointType === 'CONSTRUCTOR' ? 'constructor' : shortHex(feltOf(call.selector));
    return `${this.#contractOf(call.classHash)}.${abi?.name ?? name}`;
  }

  #contractOf(classHash: FeltKey): string {
    const facts = this.#find(classHash);
    return (facts && nameOfContract(facts)) ?? shortHex(feltOf(classHash));
  }

  /** Divides the own gas of a call: what its statements and system calls cost, and the rest. */
  #attribute(call: ProfiledCall, stack: readonly ProfileFrame[], own: number): void {
    const { program, counts, usages } = call;
    const { classHash } = call.call;
    const samples: { stack: readonly ProfileFrame[]; libfunc: string | undefined; gas: number; steps: number }[] = [];
    const map = this.#maps.get(classHash);
    if (map && program)
      this.#statements(
        map,
        this.#contractOf(classHash),
        instructionCells(program),
        counts,
        (frames, libfunc, gas, steps) => {
          samples.push({ stack: [...stack, ...frames], libfunc, gas, steps });
        },
      );
    const { costs } = syscallConstants(this.#constants);
    let data = 0;
    for (const [name, { count, felts }] of usages) {
      data += costs[name].perFelt * felts;
      if (name === 'Keccak') data += count * costs.KeccakRound.base;
    }
    samples.push({ stack: [...stack, DATA], libfunc: undefined, gas: data, steps: 0 });
    const sum = samples.reduce((total, { gas }) => total + gas, 0);
    // Code may cost less than the compiler assumed, such as that of dictionaries. Then all of it is scaled to what was charged.
    const scale = sum > own ? own / sum : 1;
    let given = 0;
    for (const { stack: frames, libfunc, gas, steps } of samples) {
      const scaled = scale === 1 ? gas : Math.floor(gas * scale);
      given += scaled;
      this.#builder.add(frames, libfunc, scaled, steps);
    }
    this.#builder.add([...stack, UNUSED], undefined, own - given, 0);
    // Steps outside of all statements, such as those that find the prices of builtins.
    const rest = call.steps - samples.reduce((total, { steps }) => total + steps, 0);
    this.#builder.add(stack, undefined, 0, rest);
  }

  /** Reports the gas and steps of every statement that ran, with the functions that led to it, outermost first. */
  #statements(
    map: ClassMap,
    contract: string,
    cells: Uint8Array,
    counts: readonly CodeCounts[],
    report: (frames: readonly ProfileFrame[], libfunc: string, gas: number, steps: number) => void,
  ): void {
    const paths: (readonly ProfileFrame[])[] = [];
    const framesOf = (statement: number) =>
      map
        .frames(statement, contract)
        .map((frame) => sourceFrame(frame, contract))
        .reverse();
    for (const { start, counts: ran, caller, site } of counts) {
      // The caller's functions, inlined ones included, at the place of the call.
      const path = caller < 0 ? [] : [...paths[caller]!, ...framesOf(map.statementAt(site))];
      paths.push(path);
      const end = start + ran.length;
      for (let s = Math.max(0, map.statementAt(start - 1) + 1); s < map.offsets.length && map.offsets[s]! < end; s++) {
        const from = map.offsets[s]!;
        const next = Math.min(end, map.offsets[s + 1] ?? map.codeLength);
        const times = from < next ? (ran[from - start] ?? 0) : 0;
        if (times === 0) continue;
        let steps = 0;
        for (let i = from; i < next; i++) if (cells[i] === 1) steps += ran[i - start]!;
        const gas = this.#costOf(map, s, times, (statement) => ran[map.offsets[statement]! - start] ?? 0);
        report([...path, ...framesOf(s)], map.libfuncs[s]!, gas, steps);
      }
    }
  }

  /** The gas of a statement that ran some times. */
  #costOf(map: ClassMap, statement: number, times: number, timesOf: (statement: number) => number): number {
    const branches = map.branches[statement]!;
    const libfunc = map.libfuncs[statement]!;
    const syscall = this.#syscallGas(libfunc) * times;
    const [first] = branches;
    if (!first) return syscall;
    const priced = branches.map(({ gas, tokens }) => gas + this.#tokenGas(tokens));
    if (branches.length === 1) return syscall + times * priced[0]!;
    // A branch was taken as often as its target ran, because nothing else leads to the target.
    let left = times;
    let gas = 0;
    for (let k = 1; k < branches.length; k++) {
      const taken = Math.min(left, timesOf(branches[k]!.target));
      left -= taken;
      gas += taken * priced[k]!;
    }
    return syscall + gas + left * priced[0]!;
  }

  #tokenGas(tokens: readonly number[] | undefined): number {
    if (!tokens) return 0;
    const { builtinGas, blakeGas } = this.#constants;
    return TOKEN_BUILTINS.reduce(
      (sum, name, i) => sum + tokens[i]! * (name === 'blake' ? blakeGas : builtinGas[name]),
      0,
    );
  }

  /** What a system call costs beyond what its code pays. */
  #syscallGas(libfunc: string): number {
    if (!libfunc.endsWith('_syscall')) return 0;
    // `get_execution_info_v2_syscall` is GetExecutionInfo. Only `meta_tx_v0_syscall` keeps its version: MetaTxV0.
    const words = libfunc.replace(libfunc.startsWith('meta_tx') ? /_syscall$/ : /(_v\d)?_syscall$/, '');
    const name = words.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) as SyscallName;
    const cost = syscallConstants(this.#constants).costs[name];
    return cost ? cost.base - this.#constants.syscallBaseGas : 0;
  }
}
