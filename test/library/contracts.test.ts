import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import {
  AbiError,
  ClassFileError,
  type Declaration,
  erc20Abi,
  Sandbox,
  TransactionRevertedError,
} from '../../src/index.ts';

const file = (name: string) => new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url);
const ERC20 = file('erc20');
const text = readFileSync(ERC20, 'utf8');
const ARGUMENTS = { name: 'Gold', symbol: 'GLD', decimals: 6, initial_supply: 1000n } as const;

/** The part of a token's ABI that these tests use. */
const goldAbi = [
  {
    type: 'constructor',
    name: 'constructor',
    inputs: [
      { name: 'name', type: 'core::byte_array::ByteArray' },
      { name: 'symbol', type: 'core::byte_array::ByteArray' },
      { name: 'decimals', type: 'core::integer::u8' },
      { name: 'initial_supply', type: 'core::integer::u256' },
      { name: 'recipient', type: 'core::starknet::contract_address::ContractAddress' },
      { name: 'permitted_minter', type: 'core::starknet::contract_address::ContractAddress' },
    ],
  },
  {
    type: 'function',
    name: 'balanceOf',
    inputs: [{ name: 'account', type: 'core::starknet::contract_address::ContractAddress' }],
    outputs: [{ type: 'core::integer::u256' }],
    state_mutability: 'view',
  },
] as const;

let start: Sandbox;
let gold: Declaration;
beforeAll(async () => {
  start = await Sandbox.create({ seed: 7, accounts: 3, startTime: 1000 });
  gold = await start.declare(ERC20);
});
const fresh = () => {
  const box = start.clone();
  const [alice, bob, carol] = box.accounts;
  return { box, alice, bob, carol };
};

describe('declare', () => {
  test('takes a path, a URL, JSON text or parsed JSON, and gives the same class', async () => {
    const { pathname, href } = file('exerciser');
    const source = readFileSync(pathname, 'utf8');
    const parsed = JSON.parse(source);
    const list = typeof parsed.abi === 'string' ? JSON.parse(parsed.abi) : parsed.abi;
    const sources = [
      pathname,
      href,
      file('exerciser'),
      source,
      parsed,
      { ...parsed, abi: list },
      { ...parsed, abi: JSON.stringify(list) },
    ];
    const hashes = new Set<string>();
    for (const each of sources) {
      const box = start.clone();
      const declared = await box.declare(each);
      hashes.add(declared.classHash);
      expect(declared.transactionHash).toMatch(/^0x/);
      expect(declared.compiledClassHash).toMatch(/^0x/);
      expect(declared.abi.some(({ type }) => type === 'constructor')).toBe(true);
      expect(
        await box.request('starknet_getClass', { block_id: 'latest', class_hash: declared.classHash }),
      ).toBeDefined();
    }
    expect(hashes.size).toBe(1);
  });

  test('of a class that is already declared is no error and sends nothing, twice at once too', async () => {
    const { box, alice } = fresh();
    const before = box.dump().length;
    expect(await box.declare(text)).toEqual({ ...gold, transactionHash: undefined });
    expect(box.dump()).toHaveLength(before);
    const twice = await Promise.all([box.declare(file('printer')), box.declare(file('printer'), { from: alice })]);
    expect(twice.filter(({ transactionHash }) => transactionHash !== undefined)).toHaveLength(1);
    expect(twice[0]!.classHash).toBe(twice[1]!.classHash);
  });

  test('is sent by the account that was named', async () => {
    const { box, bob } = fresh();
    const { transactionHash } = await box.declare(file('steps'), { from: bob });
    const sent = await box.request('starknet_getTransactionByHash', { transaction_hash: transactionHash! });
    expect(sent).toMatchObject({ type: 'DECLARE', sender_address: bob.address });
  });

  test('says which file is wrong, and how', async () => {
    const { box } = fresh();
    const fails = (source: never) => box.declare(source).catch((error: Error) => `${error.name}: ${error.message}`);
    expect(await fails('no/such/file.json' as never)).toMatch(
      /^ClassFileError: The class file no\/such\/file\.json cannot be read: ENOENT/,
    );
    // The path that was tried shows in which folder the tests run.
    expect(await fails('no/such/file.json' as never)).toContain(`'${resolve('no/such/file.json')}'`);
    expect(await fails('{"sierra_program": ' as never)).toMatch(
      /^ClassFileError: The class cannot be used\. The class is not JSON/,
    );
    expect(await fails({ bytecode: [], hints: [] } as never)).toMatch(
      /^ClassFileError: The class is compiled \(CASM\)/,
    );
    expect(await fails('{"bytecode": []}' as never)).toMatch(/^ClassFileError: The class is compiled \(CASM\)/);
    expect(await fails({ abi: [] } as never)).toMatch(/neither a sierra_program nor a program/);
    expect(await fails(new URL('../../contracts/classes/account_cairo0.json', import.meta.url) as never)).toMatch(
      /is a Cairo 0 class, which no transaction can declare/,
    );
    expect(await fails({ ...JSON.parse(text), sierra_program: ['0x1', '0x7', '0x0'] } as never)).toMatch(
      /^ClassFileError: The class cannot be compiled: /,
    );
    expect(await fails(5 as never)).toBe(
      'TypeError: the class must be the name of a contract, the path or URL of a class file, or its JSON as text or parsed, not 5.',
    );
    expect(await fails(null as never)).toMatch(/^TypeError: the class must be/);
    expect(await box.declare('{}').catch((error) => error)).toBeInstanceOf(ClassFileError);
  });
});

describe('deploy', () => {
  test('takes arguments by name or in order, and gives a contract', async () => {
    const { box, alice, bob } = fresh();
    const token = await box.deploy(ERC20, { ...ARGUMENTS, recipient: alice.address, permitted_minter: bob });
    expect(await token.read['name']!()).toBe('Gold');
    expect(await token.read['balanceOf']!(alice.address)).toBe(1000n);
    expect(token.classHash).toBe(gold.classHash);
    expect(await box.getClassHash(token.address)).toBe(gold.classHash);
    expect(token.deployment.receipt.execution_status).toBe('SUCCEEDED');
    const other = await box.deploy(gold, ['Gold', 'GLD', 6, 5n, alice.address, bob.address]);
    expect(other.address).not.toBe(token.address);
    expect(await other.read['balanceOf']!(alice)).toBe(5n);
  });

  test('is typed by an ABI that is written as const, given as an option or as a type', async () => {
    const { box, alice } = fresh();
    const args = { ...ARGUMENTS, recipient: alice.address, permitted_minter: 0n };
    const token = await box.deploy(ERC20, args, { abi: goldAbi });
    const balance: bigint = await token.read.balanceOf(alice.address);
    expect(balance).toBe(1000n);
    const again = await box.deploy<typeof goldAbi>(ERC20, args);
    const other: bigint = await again.read.balanceOf(alice.address);
    expect(other).toBe(1000n);
    const declared = await box.declare(ERC20, { abi: goldAbi });
    const third = await box.deploy(declared, ['Gold', 'GLD', 6, 7n, alice, alice]);
    expect(await third.read.balanceOf(alice)).toBe(7n);
    // @ts-expect-error: the supply is missing.
    await expect(box.deploy(declared, { name: 'Gold', symbol: 'GLD', decimals: 6 })).rejects.toThrow(AbiError);
  });

  test('takes the constructor of the class where the given ABI has none, as that of a token', async () => {
    const { box, alice } = fresh();
    const token = await box.deploy(gold.classHash, ['Gold', 'GLD', 6, 7n, alice, alice], { abi: erc20Abi });
    expect(await token.read.balance_of(alice)).toBe(7n);
  });

  test('declares the class if needed, by the same account', async () => {
    const { box, bob } = fresh();
    const contract = await box.deploy(file('exerciser'), [5], { from: bob });
    const methods = box.dump().map(({ method }) => method);
    expect(methods.slice(-2)).toEqual(['starknet_addDeclareTransaction', 'starknet_addInvokeTransaction']);
    expect(await box.getNonce(bob.address)).toBe(2n);
    expect(await contract.simulate['increase']!(2)).toBe('0x7');
  });

  test('with a salt gives a known address, which does not depend on the sender unless it is unique', async () => {
    const args = [...Object.values(ARGUMENTS), '0x1', '0x1'];
    const address = async (options: object) => (await fresh().box.deploy(gold, args, options)).address;
    const [alice, bob] = start.accounts;
    const plain = await address({ salt: 5n, unique: false, from: alice });
    expect(await address({ salt: '0x5', unique: false, from: bob })).toBe(plain);
    expect(await address({ salt: 5n, from: alice })).not.toBe(await address({ salt: 5n, from: bob }));
    expect(await address({ from: alice })).toBe(await address({ from: alice }));
    const { box } = fresh();
    await box.deploy(gold, args, { salt: 5n });
    await expect(box.deploy(gold, args, { salt: 5n })).rejects.toThrow(/deployed|unavailable/i);
  });

  test('many at once give different contracts', async () => {
    const { box } = fresh();
    const args = [...Object.values(ARGUMENTS), '0x1', '0x1'];
    const made = await Promise.all(Array.from({ length: 5 }, () => box.deploy(gold.classHash, args)));
    expect(new Set(made.map(({ address }) => address)).size).toBe(5);
  });

  test('works in an open block and from a Cairo 0 account', async () => {
    await using box = await Sandbox.create({
      seed: 7,
      accounts: 1,
      accountClass: 'cairo0',
      blockGenerationOn: 'demand',
    });
    const contract = await box.deploy(file('exerciser'), [5]);
    await contract.write['increase']!(2);
    expect(await box.blocks.number()).toBe(0);
    expect(await contract.simulate['increase']!(1)).toBe('0x8');
    expect(await contract.events['Counted']!()).toEqual([]);
  });

  test('names what is missing', async () => {
    const { box } = fresh();
    await expect(box.deploy(gold)).rejects.toThrow(/constructor.*name/s);
    await expect(box.deploy(gold, { ...ARGUMENTS, recipient: '0x1' })).rejects.toThrow(/permitted_minter/);
    await expect(box.deploy(gold, { ...ARGUMENTS, recipient: 'bob', permitted_minter: '0x1' })).rejects.toThrow(
      /`recipient`: expected ContractAddress/,
    );
    await expect(box.deploy('0x1234')).rejects.toThrow(
      'No class is declared with the hash 0x1234: declare it first with box.declare(file).',
    );
    await expect(box.deploy(gold, [], { salt: 'x' })).rejects.toThrow();
    await expect(box.deploy(file('exerciser'), [BigInt('0x6661696c')])).rejects.toThrow('constructor failed');
    await using none = await Sandbox.create({ accounts: 0 });
    await expect(none.deploy(file('exerciser'), [5])).rejects.toThrow('no predeployed accounts');
  });
});

describe('contract', () => {
  test('reads the name and the symbol of a token', async () => {
    const { box } = fresh();
    expect(await box.strk.read.name()).toBe('StarkNet Token');
    expect(await box.eth.read.symbol()).toBe('ETH');
    expect(await box.strk.read.decimals()).toBe(18n);
  });

  test('reads, writes, simulates and finds events with types', async () => {
    const { box, alice, bob } = fresh();
    const before: bigint = await box.strk.read.balanceOf(bob.address);
    const sent = await box.strk.write.transfer(bob.address, 5n, { from: alice });
    expect(await box.strk.read.balanceOf(bob)).toBe(before + 5n);
    expect(await box.strk.read.balance_of(bob, { block: 'latest' })).toBe(before + 5n);
    const [transfer] = box.strk.parseEvents(sent, 'Transfer');
    const value: bigint = transfer!.args.value;
    expect(value).toBe(5n);
    expect(box.strk.parseEvents(sent.receipt).at(-1)).toMatchObject({ name: 'Transfer' });

    const possible: boolean = await box.strk.simulate.transfer(bob.address, 5n, { from: alice });
    expect(possible).toBe(true);
    expect(await box.strk.simulate.approve(bob.address, 5n)).toBe(true);
    expect(await box.strk.read.balanceOf(bob)).toBe(before + 5n);

    const found = await box.strk.events.Transfer({ to: bob });
    expect(found).toHaveLength(1);
    expect(found[0]!.args).toEqual({ from: alice.address, to: bob.address, value: 5n });
    expect(found[0]!.raw.transaction_hash).toBe(sent.transactionHash);
    expect(await box.strk.events.Transfer({ to: bob }, { fromBlock: sent.receipt.block_number + 1 })).toEqual([]);
    expect(await box.strk.events.Transfer({ to: bob }, { toBlock: 'latest' })).toHaveLength(1);
    expect((await box.strk.events.Transfer()).length).toBeGreaterThan(1);
  });

  test('throws for what the chain reverts, and gives the reason', async () => {
    const { box, alice, bob } = fresh();
    const failed = await box.strk.write.transfer(bob.address, 10n ** 40n, { from: alice }).catch((error) => error);
    expect(failed).toBeInstanceOf(TransactionRevertedError);
    expect(failed.reason).toBe('ERC20: insufficient balance');
    expect(failed.receipt.execution_status).toBe('REVERTED');
    const kept = await box.strk.write.transfer(bob.address, 10n ** 40n, { from: alice, allowRevert: true });
    expect(kept.receipt.execution_status).toBe('REVERTED');
    await expect(box.strk.simulate.transfer(bob.address, 10n ** 40n, { from: alice })).rejects.toThrow(
      'simulation of transfer: Transaction execution error: ERC20: insufficient balance',
    );
    // @ts-expect-error: there is no such function.
    expect(() => box.strk.read.balance(bob.address)).toThrow();
    await expect(box.strk.write.transfer('bob' as never, 5n)).rejects.toThrow('expected ContractAddress');
  });

  test('sends several calls in one transaction', async () => {
    const { box, alice, bob, carol } = fresh();
    const { strk, eth } = box;
    const sent = await box.execute(
      [
        strk.populate.approve(bob, 7n),
        eth.populate.transfer(carol, 3n),
        { to: strk.address, entryPoint: 'transfer', calldata: [carol.address, 1n, 0] },
      ],
      { from: alice },
    );
    expect(strk.parseEvents(sent, 'Approval')).toHaveLength(1);
    expect(eth.parseEvents(sent)).toHaveLength(1);
    await strk.write.transferFrom(alice, carol, 7n, { from: bob });
    expect(await strk.read.balanceOf(carol)).toBe(carol.initialBalance + 8n);
    expect(await eth.read.balanceOf(carol)).toBe(carol.initialBalance + 3n);
    expect(await box.call(strk.populate.balanceOf(carol))).toEqual([
      `0x${(carol.initialBalance + 8n).toString(16)}`,
      '0x0',
    ]);
    const wrong = [{ to: 'x', entryPoint: 'y' }];
    await expect(box.execute(wrong)).rejects.toThrow(`calls[0].to must be '0x…' text or a bigint, not "x".`);
    await expect(box.execute([7 as never])).rejects.toThrow('calls[0] must be a call');
    await expect(box.call({ to: '0x1', entryPoint: 'x', calldata: 5 as never })).rejects.toThrow(
      'calldata must be a list',
    );
  });

  test('refuses an option that it does not have, and an argument too many', async () => {
    const { box, alice, bob } = fresh();
    const misspelt = { form: alice } as object;
    await expect(box.strk.write.transfer(bob, 1n, misspelt)).rejects.toThrow(
      "There is no option 'form'. Did you mean from?",
    );
    await expect(box.execute(box.strk.populate.transfer(bob, 1n), misspelt)).rejects.toThrow("no option 'form'");
    await expect(box.strk.simulate.transfer(bob, 1n, { allowRevert: true } as object)).rejects.toThrow(
      "There is no option 'allowRevert'. The options are from, block.",
    );
    await expect(box.strk.read.balance_of(bob, { blok: 0 } as object)).rejects.toThrow('Did you mean block?');
    await expect(box.strk.events.Transfer({}, { fromBlok: 0 } as object)).rejects.toThrow('Did you mean fromBlock?');
    await expect(box.strk.write.transfer(bob, 1n, 2n as never)).rejects.toThrow(
      'After the arguments come options, such as { from: alice }, not 2n: is it one argument too many?',
    );
    await expect(box.strk.read.balance_of(bob, undefined)).resolves.toBe(bob.initialBalance);
    expect(await box.blocks.number()).toBe(await start.blocks.number());
  });

  test('of another sandbox is another contract', async () => {
    const { box, bob } = fresh();
    const copy = box.clone();
    await copy.strk.write.transfer(bob, 5n);
    expect(await box.strk.read.balanceOf(bob)).toBe(bob.initialBalance);
    expect(await copy.strk.read.balanceOf(bob)).toBe(bob.initialBalance + 5n);
  });

  test('refuses a wrong address or ABI', () => {
    const { box } = fresh();
    expect(() => box.contract(goldAbi, 'token')).toThrow(`address must be '0x…' text or a bigint, not "token".`);
    expect(() => box.contract(JSON.parse(text), '0x1')).toThrow('Give the `abi` of a class file, not the whole file.');
  });

  test('finds more events than one page has', async () => {
    const { box } = fresh();
    const contract = await box.deploy(file('exerciser'), [5]);
    await contract.write['emit_many']!(600);
    await contract.write['emit_many']!(600);
    expect(await contract.events['Counted']!()).toHaveLength(1200);
    expect(await contract.events['Counted']!({ index: 3 })).toHaveLength(2);
  });
});

describe('a fork', () => {
  test('deploys classes of its origin, and looks for events in its own blocks', async () => {
    await using origin = await Sandbox.create({ seed: 7, accounts: 1, stateArchiveCapacity: 'full' });
    const { classHash } = await origin.declare(ERC20);
    await origin.strk.write.transfer('0x77', 5n);
    await using box = await Sandbox.forkFrom(origin, { seed: 7, accounts: 1 });
    expect(await box.strk.events.Transfer()).toEqual([]);
    expect((await box.declare(ERC20)).transactionHash).toBeUndefined();
    const token = await box.deploy(classHash, [...Object.values(ARGUMENTS), '0x1', '0x1']);
    expect(await token.read['balanceOf']!('0x1')).toBe(1000n);
    await box.strk.write.transfer('0x77', 6n);
    expect(await box.strk.events.Transfer({ to: 0x77n })).toHaveLength(1);
    expect(await box.strk.events.Transfer({ to: 0x77n }, { fromBlock: 0 })).toHaveLength(2);
    expect(await box.strk.read.balanceOf('0x77')).toBe(11n);
  });
});

test('a dump repeats declarations and deployments', async () => {
  const { box, alice } = fresh();
  const token = await box.deploy(file('exerciser'), [5]);
  await token.write['set']!(1, 2, { from: alice });
  await using again = await Sandbox.create({ seed: 7, accounts: 3, startTime: 1000, dump: box.dump() });
  expect(await again.contract(token.abi, token.address).read['get']!(1)).toBe('0x2');
});

test('the balance of a token that has only balance_of', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const json = JSON.parse(readFileSync(new URL('../../contracts/classes/erc20.sierra.json', import.meta.url), 'utf8'));
  const selector = selectorOf('balanceOf');
  const points = json.entry_points_by_type;
  points.EXTERNAL = points.EXTERNAL.filter((point: { selector: string }) => BigInt(point.selector) !== selector);
  const { classHash } = await box.declare(json);
  await box.setClassHash(box.strk, classHash);
  await expect(box.call({ to: box.strk, entryPoint: 'balanceOf', calldata: ['0x1'] })).rejects.toMatchObject({
    code: 21,
  });
  const [alice] = box.accounts;
  expect(await box.balanceOf(alice, { token: box.strk })).toBe(await box.balanceOf(alice));
});
