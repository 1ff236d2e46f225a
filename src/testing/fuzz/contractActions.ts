// What contracts can be asked to do, by their ABIs.
import { AbiError } from '../../abi/abiError.ts';
import type { AbiFunction } from '../../abi/abiModel.ts';
import type { AbiParameter } from '../../abi/abiType.ts';
import { encodeArguments } from '../../abi/encode.ts';
import { readAbi } from '../../abi/readAbi.ts';
import { hexOf } from '../../abi/scalars.ts';
import { type FeltLike, type Hex, SandboxError, type SentTransaction } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';
import { feltText } from '../../library/values.ts';
import { memberOf, quoted } from '../../text/codeNames.ts';
import { safeLine } from '../../text/safeText.ts';
import { isRevert, reasonIn } from '../outcome.ts';
import type { Action, StepOutcome } from './action.ts';
import { codeText } from './codeText.ts';
import { valuesOf } from './values/abiValues.ts';
import { integersIn } from './values/integers.ts';
import type { Values } from './values/values.ts';
import type { NamedContracts, World } from './world.ts';

/** Values for parameters: by name, by `function.name` or by `contract.function.name`. */
export type NamedValues = Readonly<Record<string, Values<unknown>>>;

export interface FoundActions {
  readonly actions: readonly Action[];
  /** What cannot be called, and why. */
  readonly problems: readonly string[];
}

/** The functions of contracts that change something, and their L1 handlers. */
export function contractActions(contracts: NamedContracts, args: NamedValues): FoundActions {
  const actions: Action[] = [];
  const problems: string[] = [];
  const used = new Set<string>();
  for (const [contract, { abi }] of Object.entries(contracts)) {
    const { functions, l1Handlers } = readAbi(abi);
    const valuesFor = ({ name, inputs }: AbiFunction, usual: (input: AbiParameter) => Values<unknown> = ofType) =>
      inputs.map((input) => {
        const key = [`${contract}.${name}.${input.name}`, `${name}.${input.name}`, input.name].find(
          (each) => each in args,
        );
        if (key === undefined) return usual(input);
        used.add(key);
        return args[key]!;
      });
    const add = (name: string, make: () => Action) => {
      try {
        actions.push(make());
      } catch (error) {
        if (!(error instanceof AbiError)) throw error;
        problems.push(`${contract}.${name} is left out: ${error.message}.`);
      }
    };
    for (const [key, entry] of functions) {
      const isListed = !key.includes('::') || !functions.has(entry.name);
      if (isListed && entry.mutability === 'external')
        add(key, () => callAction(contract, key, entry, valuesFor(entry)));
    }
    for (const entry of l1Handlers.values()) {
      const usual = (input: AbiParameter) => (input === entry.inputs[0] ? L1_ADDRESSES : ofType(input));
      add(entry.name, () => messageAction(contract, entry, valuesFor(entry, usual)));
    }
  }
  const unused = Object.keys(args).filter((name) => !used.has(name));
  if (unused.length > 0)
    throw new TypeError(
      `args: no function has the parameter ${unused.join(', ')}. Write its name as in the ABI, such as 'amount' or 'token.transfer.amount'.`,
    );
  return { actions, problems };
}

const withNew = (recent: readonly bigint[], numbers: readonly bigint[]): readonly bigint[] =>
  [...new Set([...recent, ...numbers])].slice(-MOST_RECENT);

const ofType = ({ type }: AbiParameter): Values<unknown> => valuesOf(type);

const listText = (inputs: AbiFunction['inputs'], values: readonly unknown[]): string =>
  inputs.map(({ name }, i) => `${safeLine(name)}: ${codeText(values[i])}`).join(', ');

/** A function that an actor calls in a transaction. */
export function callAction(
  contract: string,
  key: string,
  entry: AbiFunction,
  sets: readonly Values<unknown>[],
): Action {
  return {
    name: `${contract}.${key}`,
    by: 'actor',
    run: (world, { account }, draw) => {
      const args = sets.map(draw);
      const write = world.contracts[contract]!.write as Readonly<
        Record<string, (...args: unknown[]) => Promise<SentTransaction>>
      >;
      return outcomeOfCall(world, args, () => write[key]!(...args, { from: account, allowRevert: true }));
    },
    text: (actor, values) => `${actor} calls ${memberOf(contract, key)}(${listText(entry.inputs, values)})`,
    code: (actor, values) =>
      `await ${memberOf(`${contract}.write`, key)}(${[...values.map(codeText), `{ from: ${actor} }`].join(', ')});`,
  };
}

async function outcomeOfCall(
  world: World,
  args: readonly unknown[],
  send: () => Promise<SentTransaction>,
): Promise<StepOutcome> {
  try {
    return outcomeOfReceipt(world, (await send()).receipt, args);
  } catch (error) {
    if (isRevert(error) || error instanceof SandboxError) return { reverted: (error as SandboxError).reason };
    throw error;
  }
}

/** The most numbers of calls and events that are remembered. */
const MOST_RECENT = 16;
/** Those from here on are addresses and hashes. */
const LARGE = 2n ** 128n;

function outcomeOfReceipt(world: World, receipt: SentTransaction['receipt'], args: readonly unknown[]): StepOutcome {
  if (receipt.execution_status === 'REVERTED') return { receipt, reverted: reasonIn(receipt) };
  const addresses = new Set(Object.values(world.contracts).map(({ address }) => BigInt(address)));
  const told = receipt.events
    .filter(({ from_address }) => addresses.has(BigInt(from_address)))
    .flatMap(({ keys, data }) => [...keys.slice(1), ...data].map(BigInt));
  const numbers = [...args.filter((value) => typeof value === 'bigint'), ...told];
  world.recent = withNew(
    world.recent,
    numbers.filter((number) => number > 1n && number < LARGE),
  );
  // Actors and contracts are drawn anyway, and large arguments mean nothing that others know.
  const known = new Set(world.hints.addresses.map(({ address }) => BigInt(address)));
  world.recentIds = withNew(
    world.recentIds,
    told.filter((number) => number >= LARGE && !known.has(number)),
  );
  return { receipt };
}

/** Addresses of contracts on L1. */
const L1_ADDRESSES = integersIn(0n, 2n ** 160n - 1n);

/** The address on L1 that was drawn: a set of the user may have it as text. */
const senderIn = (value: unknown): Hex => feltText(value as FeltLike, 'the sender of a message from L1');

/** A message from L1. `sets`: for the address of its sender there, and for what the handler takes. */
function messageAction(contract: string, entry: AbiFunction, sets: readonly Values<unknown>[]): Action {
  const inputs = entry.inputs.slice(1);
  const payloadOf = (values: readonly unknown[]) => encodeArguments({ name: entry.name, inputs }, values).map(hexOf);
  const name = `${contract}.${entry.name}`;
  return {
    name,
    by: 'nobody',
    run: (world, _, draw) => {
      const [given, ...args] = sets.map(draw);
      const from = senderIn(given);
      const payload = payloadOf(args);
      const { address } = world.contracts[contract]!;
      return outcomeOfCall(world, args, async () => {
        const hash = await world.box.l1.deliver({ from, to: address, handler: entry.name, payload });
        const receipt = await ownRequest(world.box)('starknet_getTransactionReceipt', { transaction_hash: hash });
        return { receipt } as SentTransaction;
      });
    },
    text: (_, [from, ...values]) =>
      `L1 contract ${senderIn(from)} sends ${memberOf(contract, entry.name)}(${listText(inputs, values)})`,
    code: (_, [from, ...values]) =>
      `await box.l1.deliver({ from: ${codeText(from)}, to: ${contract}, handler: ${quoted(entry.name)}, payload: [${payloadOf(values).map(codeText).join(', ')}] });`,
  };
}
