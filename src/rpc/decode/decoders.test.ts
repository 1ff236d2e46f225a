import { describe, expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { defaultConfig } from '../../chain/config.ts';
import { type Json, WrittenNumber } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { limits, requestJson } from '../../protocol/limits.ts';
import { callParams } from '../methods/chain/call.ts';
import { methods } from '../methods/index.ts';
import { RpcError } from '../rpcError.ts';
import { blockId } from './blockId.ts';
import { address, ethAddress, felt, hexOrPlain, hexUnsigned, l1Hash, tip } from './felt.ts';
import { deployAccountTransaction, invokeTransaction, transaction } from './transaction.ts';
import { amount } from './wholeNumber.ts';

const P = 2n ** 251n + 17n * 2n ** 192n + 1n;
const hex = (value: bigint) => `0x${value.toString(16)}`;

const config = { ...defaultConfig, seed: 0 };

describe('felts and addresses', () => {
  test.each([
    ['0x0', 0n],
    ['0x00AbC', 0xabcn],
    [`0x${'0'.repeat(63)}1`, 1n],
    [hex(P - 1n), P - 1n],
  ])('%s is a felt', (text, value) => expect(felt(text)).toBe(value));

  test.each([
    '',
    '0x',
    '1',
    '0X1',
    ' 0x1',
    '0x1 ',
    '-0x1',
    '0xg',
    `0x${'0'.repeat(65)}`,
    hex(P),
    5,
    null,
    true,
    [],
    {},
  ])('%j is not a felt', (value) => expect(() => felt(value as Json)).toThrow(RpcError));

  test('an address is at most 2^251', () => {
    expect(address(hex(2n ** 251n))).toBe(2n ** 251n);
    expect(() => address(hex(2n ** 251n + 1n))).toThrow('Out of range');
    expect(() => address('123')).toThrow('Missing prefix 0x in 123');
  });

  test('other numbers are read as clients write them', () => {
    expect(hexOrPlain(64)('10')).toBe(16n);
    expect(hexOrPlain(64)(10)).toBe(10n);
    expect(() => hexUnsigned(64)(10)).toThrow(RpcError);
    expect(() => hexUnsigned(64)('0x10000000000000000')).toThrow(RpcError);
    expect(tip('0x0000000000000001')).toBe(1n);
    expect(() => tip('0x00000000000000001')).toThrow(RpcError);
    expect(ethAddress('Be3C44c09bc1a3566F3e1CA12e5AbA0fA4Ca72Be')).toBe(0xbe3c44c09bc1a3566f3e1ca12e5aba0fa4ca72ben);
    expect(() => ethAddress('0x1')).toThrow('unexpected length');
    expect(l1Hash('')).toBe(0n);
    expect(l1Hash('ff')).toBe(255n);
    expect(() => l1Hash(`0x${'0'.repeat(65)}`)).toThrow('unexpected length');
  });
});

describe('block ids', () => {
  test.each([
    ['"latest"', 'latest'],
    ['{"block_number":5}', { number: 5 }],
    ['{"block_hash":"0x00A"}', { hash: 10n }],
    ['{"block_number":18446744073709551615}', { number: 2 ** 64 }],
  ])('%s', (text, id) => expect(blockId(parseJson(text, requestJson))).toEqual(id));

  test.each([
    '"pending"',
    '"LATEST"',
    '"0x1"',
    '5',
    'null',
    '{}',
    '{"block_number":-1}',
    '{"block_number":1.5}',
    '{"block_number":"1"}',
    '{"block_number":18446744073709551616}',
    '{"block_hash":"1"}',
    '{"block_number":1,"block_hash":"0x1"}',
  ])('%s names no block', (text) => expect(() => blockId(parseJson(text, requestJson))).toThrow('Invalid block ID'));
});

describe('whole numbers', () => {
  test.each([
    ['12', 12n],
    ['-0', 0n],
    ['0.0', 0n],
    ['1.0', 1n],
    ['1.50e1', 15n],
    ['1000.00e-2', 10n],
    ['1e30', 10n ** 30n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['"0"', 0n],
    ['"007"', 7n],
    ['"1000000000000000000000"', 10n ** 21n],
    ['"0x1F"', 31n],
  ])('%s is %s', (text, value) => expect(amount(parseJson(text, requestJson))).toBe(value));

  test.each([
    ['1.5', 'f: 1.5 is not a whole number'],
    ['1.29e1', 'f: 1.29e1 is not a whole number'],
    ['1e-999999999', 'f: 1e-999999999 is not a whole number'],
    ['"0.5"', 'f: "0.5" is not a whole number'],
    ['-1', 'f: -1 is negative'],
    ['-1e30', 'f: -1e30 is negative'],
    ['"-7"', 'f: "-7" is negative'],
    ['1e999999999', 'f: 1e999999999 is too large: it must be below 2^256'],
    ['1e400', 'f: 1e400 is too large: it must be below 2^256'],
    [`"${'9'.repeat(1000)}"`, `f: "${'9'.repeat(79)} is too large: it must be below 2^256`],
    ['""', 'f: "" is not a number: give a JSON number'],
    ['"1e5"', 'f: "1e5" is not a number: give a JSON number'],
    ['"0x"', 'f: "0x" is not a number'],
    ['" 5"', 'f: " 5" is not a number'],
    ['null', 'f: invalid type: null, expected a whole number'],
    ['[1]', 'f: invalid type: sequence, expected a whole number'],
  ])('%s is none: %s', (text, message) => expect(() => amount(parseJson(text, requestJson), 'f')).toThrow(message));

  const message = {
    l1_contract_address: '0xbe3c44c09bc1a3566f3e1ca12e5aba0fa4ca72be',
    l2_contract_address: '0x1',
    entry_point_selector: '0x1',
    payload: [],
  };
  test.each([
    ['mint', 'amount', { address: '0x1' }],
    ['deal', 'amount', { address: '0x1', token: '0x2' }],
    ['setTime', 'time', {}],
    ['increaseTime', 'time', {}],
    ['mine', 'blocks', {}],
    ['mine', 'seconds', {}],
    ['setBlockMode', 'mode', {}],
    ['fork', 'block_number', {}],
    ['setNonce', 'nonce', { contract_address: '0x1' }],
    ['postmanSendMessageToL2', 'paid_fee_on_l1', { ...message, nonce: '0x0' }],
    ['postmanSendMessageToL2', 'nonce', { ...message, paid_fee_on_l1: '0x0' }],
    ['mockL1SendMessageToL2', 'paid_fee_on_l1', message],
    ...['gas', 'data_gas', 'l2_gas'].flatMap((gas) =>
      ['wei', 'fri'].map((unit) => ['setGasPrice', `${gas}_price_${unit}`, {}] as const),
    ),
  ] as const)(
    '%s takes %s as a JSON number, decimal or hexadecimal text, and its errors name the field',
    (name, field, rest) => {
      const prepare = (text: string) =>
        methods.get(name)!.read({ ...rest, [field]: parseJson(text, requestJson) } as Json, config);
      for (const text of ['16', '"16"', '"0x10"', '1.6e1', '16.0']) expect(() => prepare(text)).not.toThrow();
      for (const text of ['1.5', '"1.5"', '-1', '"-1"', '1e100', `"${'9'.repeat(300)}"`])
        expect(() => prepare(text)).toThrow(`${field}: `);
    },
  );
});

const bound = { max_amount: '0x1', max_price_per_unit: '0x1' };
const invoke = {
  type: 'INVOKE',
  version: '0x3',
  sender_address: '0x1',
  calldata: ['0x1'],
  signature: [],
  nonce: '0x0',
  resource_bounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
  tip: '0x0',
  paymaster_data: [],
  account_deployment_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
};

describe('transactions', () => {
  test('are read into executable transactions', () => {
    const read = invokeTransaction({
      ...invoke,
      version: '0x100000000000000000000000000000003',
      proof: 'AAE=',
      proof_facts: ['0x5'],
    });
    expect(read).toMatchObject({ type: 'INVOKE', version: 3, isQuery: true, senderAddress: 1n, proofFacts: [5n] });
    expect(read.proof).toEqual(Uint8Array.of(0, 1));
    expect(invokeTransaction({ ...invoke, proof: '', proof_facts: null }).proof).toBeUndefined();
  });

  test.each([
    [{ version: '0x1' }, 'Invalid version of invoke transaction: "0x1"'],
    [{ type: 'DECLARE' }, 'Invalid type of invoke transaction'],
    [{ x: 1 }, 'Invalid invoke transaction v3: unknown field `x`'],
    [{ nonce: 5 }, 'Invalid invoke transaction v3: invalid type: number'],
    [{ proof: '*' }, 'Invalid invoke transaction v3: Invalid base64'],
    [{ proof: 'AAA' }, 'Invalid invoke transaction v3: Invalid base64'],
    [{ proof: [256] }, 'Invalid invoke transaction v3: data did not match any variant of untagged enum ProofFormat'],
    [{ proof: { a: 1 } }, 'Invalid invoke transaction v3: data did not match any variant of untagged enum ProofFormat'],
    [{ resource_bounds: {} }, 'Invalid invoke transaction v3: missing field `l1_gas`'],
  ])('with %j are refused', (change, message) =>
    expect(() => invokeTransaction({ ...invoke, ...change } as Json)).toThrow(message),
  );

  test.each(['0x1', '0x4', '0x100000000000000000000000000000004', '3'])(
    'that deploy an account are refused with version %s',
    (version) =>
      expect(() => deployAccountTransaction({ type: 'DEPLOY_ACCOUNT', version })).toThrow(
        `Invalid version of deploy account transaction: "${version}"`,
      ),
  );

  test('have a proof of bounded size', () => {
    const text = 'AAAA'.repeat(limits.proofBytes / 3);
    expect(invokeTransaction({ ...invoke, proof: text }).proof?.length).toBe(limits.proofBytes);
    for (const proof of [`${text}AA==`, 'A'.repeat(30 * 2 ** 20)])
      expect(() => invokeTransaction({ ...invoke, proof })).toThrow('The proof has more than 4800000 bytes.');
  });

  test('invalid lists and members never crash the reader', () => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(invoke)), fc.option(fc.jsonValue({ maxDepth: 2 })), (key, value) => {
        try {
          transaction({ ...invoke, [key]: value } as Json);
          accepted++;
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
          refused++;
        }
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});

// Words that lead deep into the decoders, and random words.
const word = fc.constantFrom(
  'latest',
  '0x1',
  'pre_confirmed',
  'SKIP_VALIDATE',
  'INVOKE',
  '0x3',
  'WEI',
  '',
  'abc',
  '1',
  '0x',
);
// Values as our JSON reader returns them: a number that is not a safe integer is returned as it was written.
const double = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Number.isSafeInteger(value) ? value : new WrittenNumber(String(value))));
const leaf = fc.oneof(word, fc.integer(), double, fc.boolean(), fc.constant(null), fc.constant(2n ** 70n));
// biome-ignore format: a list of words
const key = fc.constantFrom(
  'block_id', 'block_number', 'block_hash', 'contract_address', 'class_hash', 'transaction_hash', 'request', 'filter',
  'chunk_size', 'keys', 'address', 'simulation_flags', 'transactions', 'type', 'version', 'state_diff', 'classes',
  'contract_class', 'sierra_program', 'time', 'amount', 'unit', 'snapshot_id', 'events', 'path', 'index', 'message',
  'payload', 'storage_diffs', 'nonces', 'invoke_transaction', 'declare_transaction', 'response_flags', 'key', 'x',
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
  ),
}));

describe('parameters', () => {
  test('of any form are read or refused with -32602, by every method', () => {
    const counts = { read: 0, refused: 0 };
    fc.assert(
      fc.property(fc.constantFrom(...methods.values()), tree, (method, params) => {
        try {
          method.read(params as Json, config);
          counts.read++;
        } catch (error) {
          expect(error).toBeInstanceOf(RpcError);
          expect((error as RpcError).code).toBe(-32602);
          counts.refused++;
        }
      }),
      { numRuns: 6000 },
    );
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(50);
  });

  test.each([
    ['getNonce', ['latest'], 'invalid length 1, expected struct BlockAndContractAddressInput with 2 elements'],
    ['getNonce', null, 'invalid type: null, expected struct BlockAndContractAddressInput'],
    ['getNonce', { block_id: 'latest' }, 'missing field `contract_address`'],
    [
      'getNonce',
      { block_id: 'latest', contract_address: '0x1', x: 1 },
      'unknown field `x`, expected `block_id` or `contract_address`',
    ],
    ['getNonce', ['latest', '0x1', 1], 'invalid length 3, expected fewer elements in array'],
    ['mint', { address: '0x1', amount: 1, unit: 'X' }, 'unknown variant `X`, expected `WEI` or `FRI`'],
    ['mint', { address: '0x1', amount: 'many' }, 'amount: "many" is not a number'],
    ['setTime', { time: 'now' }, 'time: "now" is not a number'],
    ['setTime', { time: -1 }, 'time: -1 is negative'],
    ['setTime', { time: '18446744073709551616' }, 'time: "18446744073709551616" is too large: it must be below 2^64'],
    ['setGasPrice', { gas_price_wei: 0 }, 'invalid value: integer `0`, expected a nonzero u128'],
    ['revert', { snapshot_id: '1' }, 'snapshot_id must be 0x-prefixed hexadecimal'],
    ['revert', { snapshot_id: '0x10000000000000000' }, 'snapshot_id is outside the u64 range'],
    ['getEvents', { filter: { chunk_size: 0 } }, 'chunk_size must be at least 1'],
    ['load', { path: 'a', events: [] }, 'data did not match any variant of untagged enum LoadRequest'],
  ])('%s %j: %s', (name, params, message) =>
    expect(() => methods.get(name)!.read(params as Json, config)).toThrow(message),
  );

  test('optional ones at the end of a list may be left out', () => {
    for (const [name, params] of [
      ['getStorageAt', ['0x1', '0x2', 'latest']],
      ['getTransactionByHash', ['0x1']],
      ['mint', ['0x1', 5]],
      ['simulateTransactions', ['latest', [], []]],
    ] as const)
      expect(() => methods.get(name)!.read(params as Json, config)).not.toThrow();
  });
});

test('a long list of any method is read in slices, and its items are those of a list that is read at once', async () => {
  const calldata = Array.from({ length: 100_000 }, (_, i) => `0x${i.toString(16)}`);
  const request = { contract_address: '0x1', entry_point_selector: '0x2', calldata };
  const read = methods.get('call')!.read({ request, block_id: 'latest' }, config);
  expect(read).toBeInstanceOf(Promise);
  expect((await read) as unknown).toEqual(callParams({ request, block_id: 'latest' }));
  expect(
    methods.get('call')!.read({ request: { ...request, calldata: ['0x1'] }, block_id: 'latest' }, config),
  ).not.toBeInstanceOf(Promise);
  const wrong = { ...request, calldata: [...calldata.slice(1), 'x'] };
  await expect(methods.get('call')!.read({ request: wrong, block_id: 'latest' }, config)).rejects.toThrow('prefixed');
});
