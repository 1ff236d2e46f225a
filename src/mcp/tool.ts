import type { Answer } from './answer.ts';
import type { Branch } from './branch.ts';
import { branchField } from './fields.ts';
import { type Fields, object, type ReadFields } from './input.ts';
import type { Workbench } from './workbench.ts';

/** The hints of the protocol. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool as the table has it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** What clients ask their user about before they call it. */
  readonly hints: ToolHints;
  /** The signal tells of a client that wants no answer any more. */
  run(bench: Workbench, args: unknown, signal?: AbortSignal): Promise<Answer>;
}

/** What is declared of a tool beside what it does. */
interface Declared<F extends Fields> {
  readonly name: string;
  readonly description: string;
  readonly input: F;
  /** Whether it can change a chain or write a file. */
  readonly changes?: boolean;
  /** Whether something can be lost by it. */
  readonly destroys?: boolean;
  /** Whether it can reach beyond this machine, if the user allowed it. */
  readonly reachesOut?: boolean;
}

/** Declares a tool: what it is for, its arguments, and what it does. */
export function tool<const F extends Fields>(
  declared: Declared<F> & { run(bench: Workbench, args: ReadFields<F>, signal?: AbortSignal): Promise<Answer> },
): Tool {
  const input = object('', declared.input);
  return {
    name: declared.name,
    description: declared.description,
    schema: input.schema,
    hints: {
      readOnlyHint: !declared.changes,
      destructiveHint: declared.destroys ?? false,
      openWorldHint: declared.reachesOut ?? false,
    },
    run: async (bench, args, signal) =>
      declared.run(bench, input.read(args ?? {}, 'arguments') as ReadFields<F>, signal),
  };
}

/** Declares a tool that works on one branch: the one that its argument `branch` names, or the one in use. */
export function branchTool<const F extends Fields>(
  declared: Declared<F> & {
    run(branch: Branch, args: ReadFields<F>, bench: Workbench, signal?: AbortSignal): Promise<Answer>;
  },
): Tool {
  return tool({
    ...declared,
    input: { ...declared.input, branch: branchField },
    run: async (bench, given, signal) => {
      const { branch, ...args } = given as ReadFields<F> & { readonly branch: string | undefined };
      return declared.run(await bench.branch(branch), args as unknown as ReadFields<F>, bench, signal);
    },
  });
}
