import { beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
});

/** The sentence with which a call refuses its value. It throws or rejects before anything is sent. */
async function refusalOf(call: () => unknown): Promise<string> {
  const before = box.dump().length;
  const error = await Promise.resolve()
    .then(call)
    .then(
      () => 'accepted',
      (failure: Error) => failure,
    );
  expect(box.dump()).toHaveLength(before);
  expect(error).toSatisfy((each) => each instanceof TypeError || each instanceof RangeError);
  return (error as Error).message;
}

describe('a wrong value is refused by a sentence that names its parameter', () => {
  const P = 2n ** 251n + 17n * 2n ** 192n + 1n;
  const cases: readonly [string, () => unknown, string | RegExp][] = [
    ['text that is no hex', () => box.mint('alice', 5n), `address must be '0x…' text or a bigint, not "alice".`],
    ['a number as an address', () => box.mint(5 as never, 5n), `address must be '0x…' text or a bigint, not 5.`],
    [
      'an object without an address',
      () => box.mint({ name: 'alice' } as never, 5n),
      "address must be '0x…' text or a bigint, not an object.",
    ],
    ['nothing as an address', () => box.mint(undefined as never, 5n), /^address must be .* not undefined\.$/],
    ['a negative address', () => box.mint(-1n, 5n), /^address must be a field element, .*; -1n is not\.$/],
    ['an address that is too large', () => box.mint(2n ** 251n, 5n), /^address must be an address, below 2\^251 - 256/],
    ['a felt that is too large', () => box.setStorageAt('0x1', '0x2', P), /^value must be a field element/],
    ['a negative amount', () => box.mint('0x1', -5n), 'amount must be from 0 to 2^256 - 1; -5n is not.'],
    ['an amount that is too large', () => box.mint('0x1', 2n ** 256n), /^amount must be from 0 to 2\^256 - 1/],
    ['a fraction', () => box.mint('0x1', 1.5), 'amount must be a bigint, a whole number or decimal text, not 1.5.'],
    [
      'a number that is not exact',
      () => box.mint('0x1', 2 ** 60),
      /^amount must be exact: write numbers above 2\^53 as bigint/,
    ],
    ['NaN', () => box.mint('0x1', Number.NaN), /^amount must be a bigint/],
    ['text that is no amount', () => box.mint('0x1', '5 STRK' as never), /^amount must be .* not "5 STRK"\.$/],
    ['a wrong unit', () => box.mint('0x1', 5n, 'ETH' as never), `unit must be 'FRI' (STRK) or 'WEI' (ETH), not "ETH".`],
    ['a wrong unit of a balance', () => box.balanceOf('0x1', { unit: 'STRK' as never }), /^unit must be/],
    ['a token', () => box.deal('usdc', '0x1', 5n), /^token must be/],
    [
      'a block that is no block',
      () => box.getNonce('0x1', { block: 'newest' as never }),
      /^block must be a block number/,
    ],
    ['a negative block', () => box.getNonce('0x1', { block: -1 }), /^block must be a block number/],
    ['a storage key', () => box.getStorageAt('0x1', '0xkey'), /^key must be/],
    ['a nonce', () => box.setNonce('0x1', -1), /^nonce must be from 0/],
    ['a class hash', () => box.setClassHash('0x1', 'class'), /^classHash must be/],
    ['a time', () => box.time.set('tomorrow' as never), /^time must be/],
    ['an invalid date', () => box.time.set(new Date('x')), /^time must be/],
    ['seconds', () => box.time.increase(-5), /^seconds must be/],
    ['a count', () => box.blocks.mine(-1), /^count must be/],
    [
      'a mode',
      () => box.blocks.setMode('always' as never),
      "mode must be 'transaction', 'demand', 'mempool', 'mempool:2' or a number of seconds, not \"always\".",
    ],
    ['a gas price', () => box.setGasPrices({ gasPrice: -1 }), /^gasPrice must be/],
    ['an unknown gas price', () => box.setGasPrices({ price: 1 } as never), /^prices must be an object with gasPrice/],
    [
      'a nonce in a diff',
      () =>
        box.applyStateDiff({
          nonces: [
            { address: '0x1', nonce: 0 },
            { address: '0x1', nonce: -3 },
          ],
        }),
      /^nonces\[1\]\.nonce must be/,
    ],
    [
      'an address in a diff',
      () => box.applyStateDiff({ storage: [{ address: 'x', key: '0x1', value: 1n }] }),
      /^storage\[0\]\.address must be/,
    ],
    [
      'a payload',
      () => box.l1.sendToL2({ from: '0x1', to: '0x2', handler: 'x', payload: ['0x1', 'x'] }),
      /^payload\[1\] must be/,
    ],
    ['a transaction hash', () => box.explain('hash'), /^transactionHash must be/],
    [
      'calldata',
      () => box.execute({ to: '0x1', entryPoint: 'x', calldata: ['0x1', 'x'] }),
      /^calls\[0\]\.calldata\[1\] must be/,
    ],
    [
      'calldata of a call',
      () => box.call({ to: '0x1', entryPoint: 'x', calldata: [1.5] }),
      /^call\.calldata\[0\] must be/,
    ],
    ['a sender', () => box.execute({ to: '0x1', entryPoint: 'x' }, { from: 'bob' }), /^from must be/],
    [
      'a sender that does not exist',
      () => box.execute({ to: '0x1', entryPoint: 'x' }, { from: box.accounts[99]! }),
      'from must be an account such as box.accounts[0], or an address (leave it out to send from the first account), not undefined.',
    ],
    [
      'a sender of a deployment',
      async () => box.deploy(await box.getClassHash(box.accounts[0]!.address), ['0x1'], { from: undefined as never }),
      /^from must be an account/,
    ],
    ['a sender of a simulation', () => box.strk.simulate.transfer('0x1', 1n, { from: null as never }), /^from must be/],
    [
      'a key',
      () => box.execute({ to: '0x1', entryPoint: 'x' }, { from: { address: '0x1', privateKey: 'k' } }),
      /^from\.privateKey must be/,
    ],
    ['an impersonated address', () => box.impersonate('bob'), /^address must be/],
    ['a long text', () => box.mint('x'.repeat(1000), 5n), /^address must be .{1,200}$/],
  ];
  test.each(cases)('%s', async (_, call, message) => {
    const said = await refusalOf(call);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });
});

test('the same value can be written in several ways', async () => {
  const balances: bigint[] = [];
  for (const [address, amount] of [
    ['0x77', 5n],
    [0x77n, 5],
    ['0x0000000000000077', '5'],
    ['0x77', '0x5'],
  ] as const)
    balances.push((await box.mint(address, amount)).newBalance);
  expect(balances).toEqual([5n, 10n, 15n, 20n]);
  expect(await box.balanceOf('0x077')).toBe(20n);
  expect(await box.balanceOf(0x77n, { token: box.strk.address })).toBe(20n);
  await box.deal(box.eth.address, '0x77', 2n ** 200n);
  expect(await box.balanceOf('0x77', { unit: 'WEI' })).toBe(2n ** 200n);
});

test('accounts and contracts stand for their addresses', async () => {
  const copy = box.clone();
  const [alice, bob] = copy.accounts;
  await copy.mint({ address: '0x7a7' }, 5n);
  expect(await copy.balanceOf({ address: 0x7a7n })).toBe(5n);
  expect(await copy.balanceOf({ address: '0x7a7' }, { token: copy.strk })).toBe(5n);
  await copy.deal(copy.eth, { address: '0x7a7' }, 6n);
  expect(await copy.balanceOf('0x7a7', { unit: 'WEI' })).toBe(6n);
  await copy.setNonce(bob, 3);
  expect(await copy.getNonce(bob)).toBe(3n);
  expect(copy.contract(copy.strk.abi, copy.strk).address).toBe(copy.strk.address);
  await copy.execute(
    { to: copy.strk, entryPoint: 'transfer', calldata: [{ address: '0x7a7' }, 2n, 0n] },
    { from: alice },
  );
  expect(await copy.strk.read.balanceOf({ address: '0x7a7' })).toBe(7n);
  await copy.impersonate(bob);
  await copy.strk.write.transfer('0x7a7', 1n, { from: { address: bob.address } });
  expect(await copy.balanceOf('0x7a7')).toBe(8n);
  await copy.close();
});

test('an option that a method does not have is refused, with the one that was meant', async () => {
  for (const [call, sentence] of [
    [() => box.balanceOf('0x1', { tokn: '0x2' } as never), "There is no option 'tokn'. Did you mean token?"],
    [() => box.getNonce('0x1', { blok: 1 } as never), "There is no option 'blok'. Did you mean block?"],
    [() => box.declare('class.json', { form: '0x1' } as never), "There is no option 'form'. Did you mean from?"],
    [
      () => box.declare('class.json', { salt: '0x1' } as never),
      "There is no option 'salt'. The options are from, nonce, resourceBounds, tip, abi.",
    ],
    [() => box.deploy('class.json', [], { slat: '0x1' } as never), "There is no option 'slat'. Did you mean salt?"],
    [
      () => box.deal('0x1', '0x2', 5n, { balance: 'x' } as never),
      "There is no option 'balance'. Did you mean balances?",
    ],
  ] as const)
    expect(await refusalOf(call)).toBe(sentence);
});

test('after the largest nonce there is no other: transactions and mints of such an account are refused', async () => {
  const box = await Sandbox.create({ seed: 7, accounts: 1 });
  const [alice] = box.accounts;
  const minter = '0x1caf2df5ed5dde1ae3faef4acd72522ac3cb16e23f6dc4c7f9faed67124c511';
  for (const contract_address of [alice!.address, minter] as const)
    await box.request('devnet_setNonce', {
      contract_address,
      nonce: `0x${(2n ** 251n + 17n * 2n ** 192n).toString(16)}`,
    });
  await expect(box.strk.write.transfer('0x1', 5n)).rejects.toThrow(/nonce/i);
  await expect(box.mint('0x1', 5n)).rejects.toThrow(/nonce/i);
  await box.close();
});
