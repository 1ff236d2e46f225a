import { safeWord } from '../text/safeText.ts';
import { type Answer, ToolError } from './answer.ts';
import { BuildError } from './buildProject.ts';
import { withNames } from './names.ts';
import { tools } from './tools.ts';
import type { Workbench } from './workbench.ts';

/** What a tool gave, as clients get it. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** The most calls that wait: a client that sends more does not read answers. */
const MOST_WAITING = 100;

/** Runs tools one after the other, so that each sees what the one before has done. */
export class ToolRunner {
  readonly #bench: Workbench;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  async run(name: string, args: unknown): Promise<ToolResult> {
    if (this.#waiting >= MOST_WAITING)
      return { text: `${MOST_WAITING} calls wait already. Wait for their answers.`, isError: true };
    this.#waiting++;
    const result = this.#last.then(() => this.#run(name, args)).finally(() => this.#waiting--);
    this.#last = result;
    return result;
  }

  async #run(name: string, args: unknown): Promise<ToolResult> {
    const { answers } = this.#bench;
    const found = tools.find((tool) => tool.name === name);
    if (!found)
      return {
        text: `There is no tool ${safeWord(name.slice(0, 80))}. There are ${tools.map((tool) => tool.name).join(', ')}.`,
        isError: true,
      };
    try {
      return { text: answers.write(await found.run(this.#bench, args)), isError: false };
    } catch (error) {
      return { text: answers.write(await this.#named(failureOf(error))), isError: true };
    }
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
