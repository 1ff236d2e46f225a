import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { asking } from './evmWorld.ts';

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' } });
});
afterAll(() => box.close());

test('blake2f of more rounds than anybody needs is out of gas', async () => {
  const blake2f = (rounds: number) => {
    const data = `0x${rounds.toString(16).padStart(8, '0')}${'00'.repeat(208)}01`;
    return asking(box)('eth_call', [{ to: `0x${'0'.repeat(39)}9`, data, gas: '0xffffff' }]);
  };
  expect(await blake2f(100_000)).toMatch(/^0x[0-9a-f]{128}$/);
  await expect(blake2f(100_001)).rejects.toThrow(/out of gas/);
});

test('a call without jumps that hashes much memory gives others their turns', async () => {
  // PUSH3 256 KiB, PUSH0, KECCAK256, POP, 40 times.
  const data = `0x${'62040000'.concat('5f2050').repeat(40)}`;
  let ended = false;
  const call = asking(box)('eth_call', [{ data, gas: '0xffffff' }]).then(() => {
    ended = true;
  });
  let turns = 0;
  for (; !ended && turns < 1e6; turns++) await new Promise((resolve) => setImmediate(resolve));
  await call;
  expect(turns).toBeGreaterThan(8);
});
