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
  /** Whether the check needs nothing but the chain: then it can be called by itself. */
  readonly checksChainOnly: boolean;
  /** The call that runs a sequence, with options as text. */
  readonly repeat: (options: string) => string;
}

/** A test that repeats a sequence: as plain calls if they are all that is needed, and else by what found it. */
export function testText(written: WrittenTest): string {
  const { name, actions, steps, contracts, actors, hasOwnActors, failsAtStep, checksChainOnly, repeat } = written;
  const calls = steps.map(({ action, actor, values }) => actions.get(action)!.code(actor, values));
  const isPlain = calls.every((line) => line !== undefined) && (failsAtStep || checksChainOnly);
  const lines = isPlain
    ? [
        ...calls,
        ...(failsAtStep ? [] : [`await check({ ${['box', ...contracts].join(', ')} }); // the check that failed`]),
      ]
    : [
        '// The options are those of the test that failed.',
        `await ${repeat(`{ ...options, ${sequenceText(steps)} }`)};`,
      ];
  // Quoted names are no variables.
  const code = lines.join('\n').replaceAll(/'(?:\\.|[^'\\\n])*'/g, '');
  const named = new Set(code.match(/[\p{ID_Continue}$]+/gu));
  const isNamed = (actor: string) => named.has(actor);
  const who = actors.some(isNamed)
    ? [
        hasOwnActors
          ? `const { ${actors.filter(isNamed).join(', ')} } = actors;`
          : `const [${actors.slice(0, actors.findLastIndex(isNamed) + 1).join(', ')}] = box.accounts;`,
      ]
    : [];
  const given = contracts.length === 0 ? '{ box }' : `{ box, values: { ${contracts.join(', ')} } }`;
  const body = [...who, ...lines].join('\n').replaceAll(/^/gm, '  ');
  return `test(${codeText(name)}, async (${given}) => {\n${body}\n});`;
}

/** A sequence as the option `sequence`. */
const sequenceText = (steps: Sequence): string =>
  `sequence: [\n${steps
    .map(
      ({ action, actor, values }) =>
        `  { action: ${codeText(action)}, actor: ${codeText(actor)}, values: ${codeText(values)} },`,
    )
    .join('\n')}\n]`;
