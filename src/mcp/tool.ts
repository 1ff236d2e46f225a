import type { Answer } from './answer.ts';
import { type Field, object } from './input.ts';
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
  run(bench: Workbench, args: unknown): Promise<Answer>;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type Read<F extends Fields> = { readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never };

/** Declares a tool: what it is for, its arguments, and what it does. */
export function tool<const F extends Fields>(declared: {
  readonly name: string;
  readonly description: string;
  readonly input: F;
  /** Whether it can change a chain or write a file. */
  readonly changes?: boolean;
  /** Whether something can be lost by it. */
  readonly destroys?: boolean;
  /** Whether it can reach beyond this machine, if the user allowed it. */
  readonly reachesOut?: boolean;
  run(bench: Workbench, args: Read<F>): Promise<Answer>;
}): Tool {
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
    run: async (bench, args) => declared.run(bench, input.read(args ?? {}, 'arguments') as Read<F>),
  };
}
