import { contractOfMethod } from '../../library/contracts/madeContracts.ts';
import { memberOf } from '../../text/codeNames.ts';
import { codeText } from './codeText.ts';
import { contractActions } from './contractActions.ts';
import { actionNamed, argsOf, userAction } from './findBroken.ts';
import { type FuzzOptions, readCount, type UserAction } from './options.ts';
import type { InvariantReport } from './report.ts';
import { checkOf, search } from './search.ts';
import { settingOf } from './setting.ts';
import type { ContractLike, NamedContracts } from './world.ts';

/** What `fuzz` does with options whose names are known. */
export async function fuzzOne(
  name: string,
  call: unknown,
  options: FuzzOptions<NamedContracts, unknown>,
): Promise<InvariantReport> {
  const contracts = withContractOf(call, options.contracts ?? {});
  const setting = await settingOf({ ...options, contracts });
  const called = functionName(setting.contracts, call);
  const { check } = options;
  const { actions, problems } = contractActions(setting.contracts, argsOf(options.args));
  const action =
    called === undefined
      ? userAction(name, testOf(call as UserAction<object, unknown>))
      : actionNamed(actions, called, problems);
  const checked = checkOf(check as (context: never) => unknown);
  return search(name, setting, {
    ...options,
    ...checked,
    repetition: {
      by: 'fuzz',
      call: (given) => `fuzz(${codeText(name)}, ${called === undefined ? 'property' : functionCode(called)}, ${given})`,
      names: called === undefined ? ['property'] : [],
    },
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
      failOnRevert: called === undefined || !check,
    },
  });
}

/** A test of the user fails if it returns false. */
const testOf =
  (run: UserAction<object, unknown>): UserAction<object, unknown> =>
  async (context) => {
    if ((await run(context)) === false) throw new Error('The test returned false.');
  };

/** The function `token.transfer` as code. */
function functionCode(called: string): string {
  const dot = called.indexOf('.');
  return memberOf(`${called.slice(0, dot)}.write`, called.slice(dot + 1));
}

/** The contracts, and that whose function is called. */
function withContractOf(call: unknown, contracts: NamedContracts): NamedContracts {
  if (typeof call !== 'function')
    throw new TypeError(
      'fuzz takes a function of a contract, such as token.write.transfer, or a test that draws its values.',
    );
  const contract = contractOfMethod(call);
  if (!contract || functionName(contracts, call)) return contracts;
  if ('contract' in contracts)
    throw new TypeError(
      'The function is not one of `contracts.contract`: give the contract that it belongs to a name in `contracts` too.',
    );
  return { ...contracts, contract: contract as ContractLike };
}

/** The function of a contract that was given, as `token.transfer`; undefined if it is none. */
function functionName(contracts: NamedContracts, call: unknown): string | undefined {
  for (const [contract, { write }] of Object.entries(contracts))
    for (const [name, method] of Object.entries(write)) if (method === call) return `${contract}.${name}`;
  return undefined;
}
