import type { SandboxOptions } from '../library/options/sandboxOptions.ts';
import type { Sandbox } from '../library/sandbox.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { AnswerWriter, ToolError } from './answer.ts';
import { beginningOf, type StartFiles } from './beginning.ts';
import { Branch } from './branch.ts';
import { shown } from './input.ts';
import { agentLimits } from './limits.ts';
import { Pages } from './pages.ts';
import type { AgentPermissions } from './permissions.ts';
import type { RecordedOrigin } from './recordedOrigin.ts';

/** What a workbench is given. */
export interface WorkbenchParts {
  readonly permissions: AgentPermissions;
  /** Starts a chain. */
  create(options: SandboxOptions): Promise<Sandbox>;
  /** The chain of a running node, which others use too: over a connection of this agent alone. Default: the agent has chains of its own alone. */
  readonly shared?: Sandbox | undefined;
  /** Whether agents get a copy of that chain, since clients may not use all methods on it. */
  readonly isCopied?: boolean;
}

/** How a chain is started with options. */
export interface Start {
  readonly options: SandboxOptions;
  /** The files that the options name. */
  readonly files: StartFiles;
  /** The node of a fork. */
  readonly origin: RecordedOrigin | undefined;
}

export const MAIN = 'main';
/** The same accounts every time, so that an answer of yesterday is true today. */
const USUAL: SandboxOptions = { seed: 1, coverage: true };

/** Everything that an agent works with: its branches, of which one is in use, and long answers that it reads in pages. */
export class Workbench {
  readonly permissions: AgentPermissions;
  readonly answers: AnswerWriter;
  readonly #parts: WorkbenchParts;
  #branches: Map<string, Branch> | undefined;
  /** The start that has not ended yet. */
  #starting: Promise<Branch> | undefined;
  #isClosed = false;
  #current = MAIN;
  #origin: RecordedOrigin | undefined;

  constructor(parts: WorkbenchParts) {
    this.permissions = parts.permissions;
    this.answers = new AnswerWriter(new Pages(), parts.permissions.project);
    this.#parts = parts;
  }

  /** Starts anew: with a chain of its own, or with that of the running node. All branches are dropped. */
  async start(given?: Start): Promise<Branch> {
    const before = this.#starting?.catch(() => undefined);
    const starting = (async () => {
      await before;
      return this.#start(given);
    })();
    this.#starting = starting;
    try {
      return await starting;
    } finally {
      if (this.#starting === starting) this.#starting = undefined;
    }
  }

  async #start(given: Start | undefined): Promise<Branch> {
    this.#checkOpen();
    const options = given?.options;
    const { shared, create, isCopied } = this.#parts;
    const isShared = shared !== undefined && options === undefined && !isCopied;
    const copy = isCopied && options === undefined ? shared?.clone() : undefined;
    // If it fails, everything stays as it was.
    const box = isShared ? shared : (copy ?? (await create({ ...USUAL, ...options })));
    const start = isShared ? undefined : await box.request('devnet_snapshot');
    const beginning = await beginningOf(box, given?.files ?? {}, isShared || copy !== undefined);
    // It may have been closed meanwhile.
    if (this.#isClosed && !isShared) await box.close();
    this.#checkOpen();
    await this.#drop();
    const branch = new Branch(box, { isShared, start, beginning });
    this.#branches = new Map([[MAIN, branch]]);
    this.#current = MAIN;
    this.#origin = given?.origin;
    return branch;
  }

  /** The node of a fork, whose answers are recorded. */
  get origin(): RecordedOrigin | undefined {
    return this.#origin;
  }

  get current(): string {
    return this.#current;
  }

  async branches(): Promise<ReadonlyMap<string, Branch>> {
    return this.#all();
  }

  /** The branch in use, if there is a chain already. */
  get started(): Branch | undefined {
    return this.#branches?.get(this.#current);
  }

  /** A branch by its name; the one in use without a name. */
  async branch(name = this.#current): Promise<Branch> {
    const all = await this.#all();
    const found = all.get(name);
    if (found) return found;
    const meant = didYouMean(name, all.keys());
    throw new ToolError(
      `There is no branch ${shown(name)}.${meant && ` ${meant}`} There are ${[...all.keys()].join(', ')}.`,
    );
  }

  async nameOf(branch: Branch): Promise<string> {
    return [...(await this.#all())].find(([, other]) => other === branch)?.[0] ?? MAIN;
  }

  async addBranch(name: string, from: string | undefined): Promise<Branch> {
    const all = await this.#all();
    if (all.has(name)) throw new ToolError(`There is a branch ${shown(name)}. Use or drop it, or choose another name.`);
    if (all.size >= agentLimits.branches)
      throw new ToolError(`There are ${agentLimits.branches} branches. Drop one that is not needed.`);
    const parent = from ?? this.#current;
    const branch = await (await this.branch(parent)).fork(parent);
    all.set(name, branch);
    return branch;
  }

  async use(name: string): Promise<Branch> {
    const branch = await this.branch(name);
    this.#current = name;
    return branch;
  }

  async dropBranch(name: string): Promise<void> {
    const branch = await this.branch(name);
    if (name === MAIN) throw new ToolError('main cannot be dropped. The tool start begins anew.');
    (await this.#all()).delete(name);
    if (this.#current === name) this.#current = MAIN;
    await branch.box.close();
  }

  /** Makes a branch what main is. */
  async keepBranch(name: string): Promise<void> {
    const branch = await this.branch(name);
    const all = await this.#all();
    const main = all.get(MAIN)!;
    if (name === MAIN) throw new ToolError('This is main already. Name another branch.');
    if (main.isShared)
      throw new ToolError(
        'main is the chain of a running node, which no branch replaces. Repeat there what was found, with send.',
      );
    all.delete(name);
    all.set(MAIN, branch.asRoot());
    this.#current = MAIN;
    await main.box.close();
  }

  /** Ends it for good: what still runs starts no chain again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drop();
  }

  async #drop(): Promise<void> {
    const branches = this.#branches;
    this.#branches = undefined;
    for (const { box, isShared } of branches?.values() ?? []) if (!isShared) await box.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new ToolError('This session has ended. Initialize a new one.');
  }

  async #all(): Promise<Map<string, Branch>> {
    if (!this.#branches) await (this.#starting ?? this.start());
    this.#checkOpen();
    return this.#branches!;
  }
}
