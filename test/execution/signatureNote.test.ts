import { expect, test } from 'vitest';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type { InvokeV3 } from '../../src/execution/transaction.ts';
import { P, toFelt } from '../../src/felt/felt.ts';
import { signatureNote } from '../../src/tools/explain/signature/signatureNote.ts';
import { runLocal } from '../support/runLocal.ts';
import { CHAIN_ID, World } from '../support/world.ts';

/** What is found out about a transfer whose tip was changed after it was signed, if its account may use this gas. */
function noteWith(gas: number | undefined, fields: Partial<InvokeV3> = {}): string | undefined {
  const world = new World();
  const [alice, bob] = world.accounts;
  const transaction = { ...(world.transfer(alice, bob.address, 1n).transaction as InvokeV3), tip: 7n, ...fields };
  const { block, state, machine } = world;
  const constants = gas === undefined ? block.constants : { ...block.constants, validateMaxSierraGas: gas };
  const submission = { transaction, hash: transactionHash(transaction, CHAIN_ID) };
  return runLocal(signatureNote({ state, machine, block: { ...block, constants } }, submission, []));
}

test('an account of OpenZeppelin is asked about every usual mistake', () => {
  expect(noteWith(undefined)).toBe(
    'The signature fits a tip of 0; the transaction has a tip of 7: sign it with its tip.',
  );
});

test('all questions together may use the gas of one validation', () => {
  // Twenty questions take more than this, one takes less.
  expect(noteWith(500_000)).toBeUndefined();
  expect(noteWith(500_000, { tip: 0n, isQuery: true })).toBeUndefined();
  expect(noteWith(50_000_000, { tip: 0n, isQuery: true })).toMatch(/fits version 0x3, which is sent/);
});

test('a signature that fits and a long one get no note, and one that is missing is named', () => {
  expect(noteWith(undefined, { tip: 0n })).toBeUndefined();
  expect(noteWith(undefined, { signature: Array(65).fill(toFelt(1n)) })).toBeUndefined();
  expect(noteWith(undefined, { signature: [] })).toBe('The transaction has no signature.');
});

test('the largest nonces are asked about like others', () => {
  for (const nonce of [1n, P - 2n, P - 1n])
    expect(noteWith(undefined, { tip: 0n, nonce: toFelt(nonce) })).toContain(
      `fits nonce 0; the transaction has nonce ${nonce}`,
    );
});
