import type { Abi } from '../abi/types.ts';
import { WriteUnderWay } from '../chain/node.ts';
import type { Mark } from '../library/marks.ts';
import { changesOfOthers } from '../library/requests/connection.ts';
import type { Sandbox } from '../library/sandbox.ts';
import type { Hex } from '../library/values.ts';
import { ToolError } from './answer.ts';
import type { Beginning } from './beginning.ts';
import { agentLimits } from './limits.ts';
import { isAccountName, type Step, variableOf } from './testText.ts';

/** The names of the first accounts, as the console has them. */
export const ACCOUNT_NAMES = ['alice', 'bob', 'carol', 'dave', 'erin'] as const;

/** A contract by the name that tools take. */
export interface NamedContract {
  readonly name: string;
  readonly address: Hex;
  readonly abi: Abi;
  /** Whether it was deployed here, so that a test has a variable for it. Others were only used, such as those of a fork. */
  readonly isDeployed: boolean;
}

/** What a branch remembers beside its chain. */
interface Memory {
  readonly contracts: readonly NamedContract[];
  readonly transactions: readonly Hex[];
  readonly steps: readonly Step[];
}

/** A change that can be undone. */
interface Change {
  readonly what: string;
  readonly before: Mark;
  readonly after: Mark;
  /** Whether somebody else has changed the chain too, between the requests of this change. */
  readonly isMixed: boolean;
  readonly memory: Memory;
}

/** The most characters of a step of a test. */
const MOST_CODE = 20_000;
const NOTHING: Memory = { contracts: [], transactions: [], steps: [] };

/** A chain that an agent works on, with names for its contracts and transactions, and the changes that it made. */
export class Branch {
  readonly box: Sandbox;
  /** The branch that it was made from. */
  readonly parent: string | undefined;
  /** Whether others use the chain too, such as the clients of a running node. */
  readonly isShared: boolean;
  /** The id of a snapshot of the chain as it was when the branch was made; undefined for a chain that others use. */
  readonly start: string | undefined;
  readonly beginning: Beginning;
  #memory: Memory;
  #changes: Change[] = [];

  constructor(box: Sandbox, { parent, isShared = false, start, beginning, memory = NOTHING }: BranchParts) {
    this.box = box;
    this.parent = parent;
    this.isShared = isShared;
    this.start = start;
    this.beginning = beginning;
    this.#memory = memory;
  }

  /** The same chain as one that was made from no other. */
  asRoot(): Branch {
    const { box, start, beginning } = this;
    const root = new Branch(box, { start, beginning, memory: this.#memory });
    root.#changes = this.#changes;
    return root;
  }

  /** A copy with a chain of its own. */
  async fork(parent: string): Promise<Branch> {
    const box = this.box.clone();
    const start = await box.request('devnet_snapshot');
    return new Branch(box, { parent, start, beginning: this.beginning, memory: this.#memory });
  }

  get contracts(): readonly NamedContract[] {
    return this.#memory.contracts;
  }

  /** The contract with an address that a test has a variable for. */
  deployedAt(address: Hex): NamedContract | undefined {
    return this.contracts.find((contract) => contract.isDeployed && contract.address === address);
  }

  get transactions(): readonly Hex[] {
    return this.#memory.transactions;
  }

  get steps(): readonly Step[] {
    return this.#memory.steps;
  }

  get changes(): readonly string[] {
    return this.#changes.map(({ what }) => what);
  }

  /**
   * Does something that may change the chain, so that it can be undone. If it fails, nothing has changed, except on a chain that others use: what
   * they did meanwhile would be lost, so what was done stays, and can be undone.
   */
  async change<T>(what: string, work: () => Promise<T>): Promise<T> {
    const before = this.box.snapshot();
    const others = changesOfOthers(this.box);
    const memory = this.#memory;
    try {
      return await work();
    } catch (error) {
      if (!this.isShared) {
        this.box.restore(before);
        this.#memory = memory;
      }
      throw error;
    } finally {
      const after = this.box.snapshot();
      const isMixed = changesOfOthers(this.box) !== others;
      const change = { what, before, after, isMixed, memory };
      if (after !== before) this.#changes = [...this.#changes, change].slice(-agentLimits.changes);
    }
  }

  /** Undoes the last changes. Returns what they were, the last first. */
  undo(count: number): readonly string[] {
    const undone = this.#changes.slice(-count);
    const [first] = undone;
    if (!first) throw new ToolError('There is nothing to undo in this branch.');
    const isOthersToo = undone.some(
      ({ after, isMixed }, i) => isMixed || after !== (undone[i + 1]?.before ?? this.box.snapshot()),
    );
    if (this.isShared && isOthersToo)
      throw new ToolError(
        'Somebody else has used this chain during these changes or since, and would lose that. Undo fewer changes, or make a branch instead, and try things there.',
      );
    try {
      this.box.restore(first.before);
    } catch (error) {
      if (!(error instanceof WriteUnderWay)) throw error;
      throw new ToolError('Somebody else is changing this chain just now. Nothing was undone: try again.');
    }
    this.#memory = first.memory;
    this.#changes = this.#changes.slice(0, -undone.length);
    return undone.map(({ what }) => what).reverse();
  }

  /** Remembers a transaction. Returns its name. */
  addTransaction(hash: Hex): string {
    this.#memory = { ...this.#memory, transactions: [...this.#memory.transactions, hash] };
    return `tx${this.#memory.transactions.length}`;
  }

  /** Remembers a contract by the name of its class, or by one with a number behind it. */
  addContract(wanted: string, address: Hex, abi: Abi, isDeployed: boolean): string {
    const taken = new Set([...this.contracts.map(({ name }) => name), 'STRK', 'ETH']);
    const plain = /^[A-Za-z]\w{0,39}$/.test(wanted) && !isAccountName(wanted) ? wanted : 'Contract';
    let name = plain;
    // Counter and counter would be the same variable of a test.
    const variables = new Set(this.contracts.map((contract) => variableOf(contract.name)));
    for (let i = 2; taken.has(name) || variables.has(variableOf(name)); i++) name = `${plain}${i}`;
    this.#memory = { ...this.#memory, contracts: [...this.contracts, { name, address, abi, isDeployed }] };
    return name;
  }

  /** Remembers what was done, for a test that does the same. */
  addStep(step: Step): void {
    const { steps } = this.#memory;
    if (steps.length >= agentLimits.steps) return;
    const isLong = step.code.length > MOST_CODE;
    const kept = isLong ? { code: '// A step is left out here: it is too long for a test.', accounts: [] } : step;
    const isLast = steps.length === agentLimits.steps - 1;
    const last = { code: `// Only the first ${agentLimits.steps - 1} steps are kept.`, accounts: [] };
    this.#memory = { ...this.#memory, steps: [...steps, isLast ? last : kept] };
  }
}

interface BranchParts {
  readonly beginning: Beginning;
  readonly parent?: string;
  readonly isShared?: boolean;
  readonly start?: string | undefined;
  readonly memory?: Memory;
}
