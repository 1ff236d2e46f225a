import { safeWord } from '../text/safeText.ts';
import { type Answer, ToolError } from './answer.ts';
import { BuildError } from './buildProject.ts';
import { agentLimits } from './limits.ts';
import { tools } from './tools.ts';
import { withNames } from './withNames.ts';
import type { Workbench } from './workbench.ts';

/** What a tool gave, as clients get it. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Nobody reads it: a call that its client cancelled has no answer. */
const CANCELLED: ToolResult = { text: 'The call was cancelled before it began.', isError: true };

/** Runs tools one after the other, so that each sees what the one before has done. */
export class ToolRunner {
  readonly #bench: Workbench;
  /** Gives their turns to calls that wait, the first first. */
  readonly #waiting = new Set<() => void>();
  #isBusy = false;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /** Runs a tool when those before have ended. One that is cancelled before is not run, and forgotten at once; a build that runs is ended. */
  async run(name: string, args: unknown, signal?: AbortSignal): Promise<ToolResult> {
    if (this.#waiting.size >= agentLimits.waitingCalls)
      return { text: `${agentLimits.waitingCalls} calls wait already. Wait for their answers.`, isError: true };
    const hasTurn = await this.#turn(signal);
    try {
      return hasTurn && !signal?.aborted ? await this.#run(name, args, signal) : CANCELLED;
    } finally {
      if (hasTurn) this.#next();
    }
  }

  /** Waits for its turn: false if the call was cancelled meanwhile. */
  async #turn(signal: AbortSignal | undefined): Promise<boolean> {
    if (!this.#isBusy) return (this.#isBusy = true);
    return new Promise((resolve) => {
      const begin = () => resolve(true);
      this.#waiting.add(begin);
      signal?.addEventListener('abort', () => this.#waiting.delete(begin) && resolve(false), { once: true });
    });
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) this.#isBusy = false;
    else {
      this.#waiting.delete(first);
      first();
    }
  }

  async #run(name: string, args: unknown, signal: AbortSignal | undefined): Promise<ToolResult> {
    const { answers } = this.#bench;
    const found = tools.find((tool) => tool.name === name);
    if (!found)
      return {
        text: `There is no tool ${safeWord(name.slice(0, 80))}. There are ${tools.map((tool) => tool.name).join(', ')}.`,
        isError: true,
      };
    try {
      return { text: answers.write(await found.run(this.#bench, args, signal)), isError: false };
    } catch (error) {
      return { text: await this.failureText(error), isError: true };
    }
  }

  /** A failure in words, with what others wrote of it as data. */
  async failureText(error: unknown): Promise<string> {
    return this.#bench.answers.write(await this.#named(failureOf(error)));
  }

  async #named({ text, data }: Answer): Promise<Answer> {
    if (data === undefined) return { text };
    const branch = await this.#bench.branch().catch(() => undefined);
    return { text, data: branch ? withNames(branch, data) : data };
  }
}

/** A failure as an answer. Only the words of a ToolError are ours: other messages may have texts of contracts and files in them. */
function failureOf(error: unknown): Answer {
  if (error instanceof ToolError) return { text: error.message };
  const data = error instanceof Error ? error.message : String(error);
  if (error instanceof BuildError) return { text: 'scarb build failed. Mend the source, and try again.', data };
  return { text: 'It failed. The reason:', data };
}
