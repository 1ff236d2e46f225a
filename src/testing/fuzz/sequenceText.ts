// A failing sequence as people read it, and as a test.
import type { Action, Sequence } from './action.ts';
import { codeText } from './codeText.ts';

/** One numbered line for each step. */
export const stepLines = (actions: ReadonlyMap<string, Action>, steps: Sequence): readonly string[] =>
  steps.map(({ action, actor, values }, i) => `  ${i + 1}. ${actions.get(action)!.text(actor, values)}`);

/** What a test is written about. */
export interface WrittenTest {
  readonly name: string;
  readonly actions: ReadonlyMap<string, Action>;
  readonly steps: Sequence;
  readonly contracts: readonly string[];
  readonly actors: readonly string[];
  /** Whether the actors are the first accounts of the sandbox. */
  readonly hasOwnActors: boolean;
  /** Whether the last step is what fails, and not the check. */
  readonly failsAtStep: boolean;
}

/** A test that repeats a sequence. Steps that are the user's own actions are repeated by `invariant` itself. */
export function testText({ name, actions, steps, contracts, actors, hasOwnActors, failsAtStep }: WrittenTest): string {
  const lines = steps.map(({ action, actor, values }) => actions.get(action)!.code(actor, values));
  if (lines.some((line) => line === undefined))
    return `await invariant(${codeText(name)}, { ...options, sequence: ${sequenceText(steps)} });`;
  const isNamed = (actor: string) => lines.some((line) => new RegExp(`\\b${actor}\\b`).test(line!));
  const who = hasOwnActors
    ? `const { ${actors.filter(isNamed).join(', ')} } = actors;`
    : `const [${actors.slice(0, actors.findLastIndex(isNamed) + 1).join(', ')}] = box.accounts;`;
  return [
    `test(${codeText(name)}, async ({ box, values: { ${contracts.join(', ')} } }) => {`,
    `  ${who}`,
    ...lines.map((line) => `  ${line}`),
    ...(failsAtStep ? [] : [`  await check({ box, ${contracts.join(', ')} }); // the check of the invariant`]),
    '});',
  ].join('\n');
}

/** A sequence as the option `sequence` takes it. */
const sequenceText = (steps: Sequence): string =>
  `[\n${steps
    .map(
      ({ action, actor, values }) =>
        `  { action: ${codeText(action)}, actor: ${codeText(actor)}, values: ${codeText(values)} },`,
    )
    .join('\n')}\n]`;
