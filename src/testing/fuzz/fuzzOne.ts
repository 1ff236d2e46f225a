import { codeText } from './codeText.ts';
import { contractActions } from './contractActions.ts';
import { actionNamed, argsOf, userAction } from './findBroken.ts';
import { type FuzzOptions, readCount, type UserAction } from './options.ts';
import type { InvariantReport } from './report.ts';
import { checkOf, search } from './search.ts';
import { settingOf } from './setting.ts';
import type { NamedContracts } from './world.ts';

/** What `fuzz` does with options whose names are known. */
export async function fuzzOne(
  name: string,
  call: unknown,
  options: FuzzOptions<NamedContracts, unknown>,
): Promise<InvariantReport> {
  const setting = await settingOf(options);
  const called = functionName(setting.contracts, call);
  const { check } = options;
  if (called !== undefined && !check)
    throw new TypeError(
      `fuzz needs \`check\` with ${called}: what must hold after the call. \`last.reverted\` says why it was reverted, if it was.`,
    );
  const { actions, problems } = contractActions(setting.contracts, argsOf(options.args));
  const action =
    called === undefined
      ? userAction(name, testOf(call as UserAction<object, unknown>))
      : actionNamed(actions, called, problems);
  const checked = checkOf(check as (context: never) => unknown);
  return search(name, setting, {
    ...options,
    ...checked,
    repeat: (given) =>
      `fuzz(${codeText(name)}, ${called === undefined ? 'test' : called.replace('.', '.write.')}, ${given})`,
    help: ' To test that something always reverts, draw its arguments in a test: fuzz(name, ({ actor, draw, token }) => assertReverts(…), options).',
    calls: [action],
    moves: [],
    problems: [],
    runs: readCount(options.runs, 'runs', 200),
    depth: 1,
    subject: {
      check: (world, last) => (last === undefined ? undefined : checked.check(world, last)),
      checkAfter: 'call',
      checksReverts: true,
      failOnRevert: called === undefined,
    },
  });
}

/** A test of the user fails if it returns false. */
const testOf =
  (run: UserAction<object, unknown>): UserAction<object, unknown> =>
  async (context) => {
    if ((await run(context)) === false) throw new Error('The test returned false.');
  };

/** The function of a contract that was given, as `token.transfer`; undefined if it is none. */
function functionName(contracts: NamedContracts, call: unknown): string | undefined {
  if (typeof call !== 'function')
    throw new TypeError(
      'fuzz takes a function of a contract, such as token.write.transfer, or a test that draws its values.',
    );
  for (const [contract, { write }] of Object.entries(contracts))
    for (const [name, method] of Object.entries(write)) if (method === call) return `${contract}.${name}`;
  return undefined;
}
