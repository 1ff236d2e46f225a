import { checkOptions } from '../../library/options/checkOptions.ts';
import { contractActions } from './contractActions.ts';
import { actionNamed, argsOf, userAction } from './invariant.ts';
import { type CheckContext, type CommonOptions, readCount, type UserAction } from './options.ts';
import type { InvariantReport } from './report.ts';
import { contextOf, search } from './search.ts';
import { settingOf } from './setting.ts';
import type { NamedContracts } from './world.ts';

/** Options of `fuzz`. */
export interface FuzzOptions<C extends NamedContracts, G> extends CommonOptions<C, G> {
  readonly contracts?: C | undefined;
  /** What must hold after the call; `last` has who called, the arguments, the receipt, and why it was reverted, if it was. */
  readonly check?: ((context: CheckContext<C, G>) => unknown) | undefined;
  /** How often it is called. Default: 200. */
  readonly runs?: number | undefined;
}

const OPTIONS: readonly (keyof FuzzOptions<NamedContracts, unknown>)[] = [
  'box',
  'contracts',
  'actors',
  'args',
  'seed',
  'ghosts',
  'corpus',
  'emit',
  'report',
  'progress',
  'guided',
  'check',
  'runs',
];

/**
 * Runs a test with many values, which it draws, each time on a chain as it was. The first values that break it are made as simple as possible and thrown.
 *
 * @throws InvariantError with the simplest values, what they did, and a test that repeats it.
 * @throws Error if nothing could be tested.
 * @example
 * await fuzz('a transfer moves what it says', async ({ box, draw, actor }) => {
 *   const amount = draw(between(0n, 10n ** 18n));
 *   const before = await box.balanceOf('0x99');
 *   await box.strk.write.transfer('0x99', amount, { from: actor });
 *   return (await box.balanceOf('0x99')) === before + amount;
 * }, { box, runs: 5 });
 */
export function fuzz<const C extends NamedContracts, G = Record<string, never>>(
  name: string,
  test: UserAction<NoInfer<C>, NoInfer<G>>,
  options: FuzzOptions<C, G>,
): Promise<InvariantReport>;
/**
 * Calls a function of a contract with many arguments of the types in its ABI, each time on a chain as it was.
 *
 * @throws InvariantError with the simplest arguments that break the check.
 * @example
 * await fuzz('an approval is never refused', box.strk.write.approve, {
 *   box,
 *   contracts: { strk: box.strk },
 *   args: { spender: oneOf('0x77', '0x78') },
 *   runs: 5,
 *   check: ({ last }) => last?.reverted === undefined,
 * });
 */
export function fuzz<const C extends NamedContracts, G = Record<string, never>>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: functions of contracts have arguments of all types.
  call: (...args: any[]) => Promise<object>,
  options: FuzzOptions<C, G>,
): Promise<InvariantReport>;
export async function fuzz(
  name: string,
  call: unknown,
  options: FuzzOptions<NamedContracts, unknown>,
): Promise<InvariantReport> {
  checkOptions(options, OPTIONS, '{ box, contracts: { token } }');
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
  return search(name, setting, {
    ...options,
    calls: [action],
    moves: [],
    problems: [],
    runs: readCount(options.runs, 'runs', 200),
    depth: 1,
    subject: {
      check: (world, last) => (last === undefined ? undefined : check?.({ ...contextOf(world), last } as never)),
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
