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
  /** For each account of the sandbox its actor, or '' if it has none; undefined if actors are no accounts of the sandbox. */
  readonly accounts: readonly string[] | undefined;
  /** Whether the last step is what fails, and not the check. */
  readonly failsAtStep: boolean;
  /** Whether the check needs nothing but the chain: then it can be called by itself. */
  readonly checksChainOnly: boolean;
  readonly repetition: Repetition;
}

/** How a test runs a sequence again by what found it. */
export interface Repetition {
  /** The function of starbox/testing. */
  readonly by: string;
  /** The call, with options as text. */
  readonly call: (options: string) => string;
  /** What the call names of the test that failed, beside its options. */
  readonly names: readonly string[];
}

/** A test as code, and what it names of the test that failed. */
export interface TestCode {
  readonly text: string;
  readonly names: readonly string[];
  /** The functions of starbox/testing that it calls. */
  readonly functions: readonly string[];
}

/** A test that repeats a sequence, as it is put into the file of the test that failed. */
export const testText = (written: WrittenTest): string => testCode(written, '...options').text;

/**
 * A test that repeats a sequence: as plain calls if they are all that is needed, and else by what found it. `options`: the members of the options
 * that this one has, beside the sequence.
 */
export function testCode(written: WrittenTest, options: string): TestCode {
  const { name, actions, steps, contracts, actors, accounts, failsAtStep, checksChainOnly, repetition } = written;
  const calls = steps.map(({ action, actor, values }) => actions.get(action)!.code(actor, values));
  const isPlain = calls.every((line) => line !== undefined) && (failsAtStep || checksChainOnly);
  const lines = isPlain
    ? [...calls, ...(failsAtStep ? [] : ['// The check that failed.', checkText(contracts)])]
    : [
        '// The options are those of the test that failed.',
        `await ${repetition.call(`{ ${options}, ${sequenceText(steps)} }`)};`,
      ];
  // Quoted names are no variables.
  const code = lines.join('\n').replaceAll(/'(?:\\.|[^'\\\n])*'/g, '');
  const named = new Set(code.match(/[\p{ID_Continue}$]+/gu));
  const isNamed = (actor: string) => named.has(actor);
  const hasActors = actors.some(isNamed);
  const who = hasActors
    ? [
        accounts
          ? `const [${accounts.slice(0, accounts.findLastIndex(isNamed) + 1).join(', ')}] = box.accounts;`
          : `const { ${actors.filter(isNamed).join(', ')} } = actors;`,
      ]
    : [];
  const given = contracts.length === 0 ? '{ box }' : `{ box, values: { ${contracts.join(', ')} } }`;
  const body = [...who, ...lines].join('\n').replaceAll(/^/gm, '  ');
  const used = isPlain ? (failsAtStep ? [] : ['check']) : ['options', ...repetition.names];
  return {
    text: `test(${codeText(name)}, async (${given}) => {\n${body}\n});`,
    names: [...used, ...(hasActors && !accounts ? ['actors'] : [])],
    functions: isPlain ? [] : [repetition.by],
  };
}

/** A check fails by what it throws, or by returning false. */
const checkText = (contracts: readonly string[]): string =>
  `if ((await check({ ${['box', ...contracts].join(', ')} })) === false) throw new Error('The check returned false.');`;

/** A sequence as the option `sequence`. */
const sequenceText = (steps: Sequence): string =>
  `sequence: [\n${steps
    .map(
      ({ action, actor, values }) =>
        `  { action: ${codeText(action)}, actor: ${codeText(actor)}, values: ${codeText(values)} },`,
    )
    .join('\n')}\n]`;
