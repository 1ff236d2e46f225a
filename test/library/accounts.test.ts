// Accounts of any class, with any key.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountOptions,
  ethSigner,
  p256Signer,
  Sandbox,
  SandboxError,
  type SignHash,
  starkSigner,
  webAuthnSigner,
} from '../../src/index.ts';

const classFile = (name: string) => new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url);
const OPTIONS = { seed: 7, accounts: 1, startTime: 1000 } as const;

let start: Sandbox;
beforeAll(async () => {
  start = await Sandbox.create(OPTIONS);
});
afterAll(() => start.close());

const kinds: readonly (readonly [string, AccountOptions])[] = [
  ['stark', {}],
  ['eth', { class: classFile('eth_account'), signer: 'eth' }],
  ['p256', { class: classFile('p256_account'), signer: 'p256' }],
  ['webauthn', { class: classFile('webauthn_account'), signer: 'webauthn' }],
];

describe.each(kinds)('an account with a key of the kind %s', (_, options) => {
  test('is deployed and funded, sends, declares and estimates', async () => {
    const box = start.clone();
    const account = await box.createAccount({ ...options, balance: 10n ** 18n });
    expect(await box.balanceOf(account)).toBe(10n ** 18n);
    const { fee } = await box.strk.estimate.transfer('0x77', 5n, { from: account });
    const sent = await box.strk.write.transfer('0x77', 5n, { from: account });
    expect(sent.fee).toBeLessThanOrEqual(fee);
    expect(await box.balanceOf(account)).toBe(10n ** 18n - 5n - sent.fee);
    const { transactionHash } = await box.declare(classFile('blake'), { from: account });
    expect(await box.request('starknet_getTransactionByHash', { transaction_hash: transactionHash! })).toMatchObject({
      sender_address: account.address,
    });
    // In a clone it is the same account.
    await box.clone().strk.write.transfer('0x77', 5n, { from: account });
  });

  test('refuses the signature of another key', async () => {
    const box = start.clone();
    const [{ address }, other] = [await box.createAccount(options), await box.createAccount(options)];
    const forged = box.strk.write.transfer('0x77', 5n, { from: { address, signer: other.signer } });
    await expect(forged).rejects.toThrow(SandboxError);
    await expect(forged).rejects.toThrow(/Account validation/);
  });
});

const READY = new URL(
  '../../../shared/real/classes/0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f.json.gz',
  import.meta.url,
);
test.skipIf(!existsSync(READY))('the account of Ready on mainnet accepts the signatures of WebAuthn', async () => {
  const box = start.clone();
  const { class: sierra } = JSON.parse(gunzipSync(readFileSync(READY)).toString());
  const signer = webAuthnSigner('0x5', { origin: 'https://wallet.example', version: '0.4' });
  const account = await box.createAccount({ class: sierra, signer });
  await box.strk.write.transfer('0x77', 5n, { from: account });
  const forged = { address: account.address, signer: webAuthnSigner('0x5', { version: '0.4' }) };
  await expect(box.strk.write.transfer('0x77', 5n, { from: forged })).rejects.toThrow(/Account validation/);
});

test('the same sandbox makes the same accounts, each with its own key', async () => {
  const make = async () => {
    const box = await Sandbox.create(OPTIONS);
    return [await box.createAccount(), await box.createAccount()].map(({ address, privateKey }) => ({
      address,
      privateKey,
    }));
  };
  const [one, two] = await make();
  expect(await make()).toEqual([one, two]);
  expect(one!.privateKey).not.toBe(two!.privateKey);
});

test('a given key, class hash and constructor are used', async () => {
  const box = start.clone();
  const { classHash } = await box.declare(classFile('account'));
  const account = await box.createAccount({
    class: classHash,
    privateKey: '0x5',
    balance: 0,
    args: { public_key: 7n },
  });
  expect(account).toMatchObject({ classHash, privateKey: '0x5', publicKey: starkSigner(5).publicKey });
  expect(await box.balanceOf(account)).toBe(0n);
  expect(await box.call({ to: account, entryPoint: 'get_public_key' })).toEqual(['0x7']);
});

test('a function of one’s own signs', async () => {
  const box = start.clone();
  const key = starkSigner('0x5');
  const hashes: bigint[] = [];
  const signer: SignHash = async (hash) => {
    hashes.push(hash);
    return key(hash).map(BigInt);
  };
  const account = await box.createAccount({ signer, args: key.publicKey });
  expect(account).toMatchObject({ privateKey: undefined, publicKey: undefined });
  const { transactionHash } = await box.strk.write.transfer('0x77', 5n, { from: account });
  expect(hashes).toEqual([BigInt(transactionHash)]);
});

describe('signatures', () => {
  const KEY = 0x1234567890abcdefn;
  const HASH = 0x49ee3eba8c1600700ee1b87eb599f16716b0b1022947733551fde4050ca6804n;
  const bytes = (value: bigint) => Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
  const u256 = (value: bigint) => [BigInt.asUintN(128, value), value >> 128n];

  test.each([
    ['secp256k1', ethSigner, secp256k1],
    ['P-256', p256Signer, p256],
  ] as const)('of %s are limbs of r and s and the parity, as another library signs', (_, make, curve) => {
    const signature = curve.sign(bytes(HASH), bytes(KEY), { prehash: false, lowS: true, format: 'recovered' });
    const { r, s, recovery } = curve.Signature.fromBytes(signature, 'recovered');
    expect(make(KEY)(HASH).map(BigInt)).toEqual([...u256(r), ...u256(s), BigInt(recovery!)]);
    const { x, y } = curve.Point.BASE.multiply(KEY).toAffine();
    expect(make(KEY).publicKey.map(BigInt)).toEqual([...u256(x), ...u256(y)]);
  });

  test('of WebAuthn name the page and the relying party', () => {
    const texts = (felts: readonly string[]) => String.fromCharCode(...felts.map(Number));
    const { publicKey } = webAuthnSigner(KEY, { origin: 'https://wallet.example:8443' });
    expect(publicKey.slice(0, 2)).toEqual(['0x4', '0x1b']);
    expect(texts(publicKey.slice(2, 29))).toBe('https://wallet.example:8443');
    expect(publicKey.at(-1)).toBe('0x1');
    const same = webAuthnSigner(KEY, { origin: 'https://wallet.example:8443', rpId: 'wallet.example' });
    expect(same.publicKey).toEqual(publicKey);
    expect(webAuthnSigner(KEY, { rpId: 'other.example' }).publicKey).not.toEqual(webAuthnSigner(KEY).publicKey);
    expect(same(HASH).slice(0, 1 + publicKey.length - 1)).toEqual(['0x1', ...publicKey.slice(0, -1)]);
  });
});

test('mistakes are named', async () => {
  const box = start.clone();
  const create = (options: unknown) => box.createAccount(options as AccountOptions);
  await expect(create({ privatKey: 5 })).rejects.toThrow(/no option 'privatKey'. Did you mean privateKey\?/);
  await expect(create({ signer: 'rsa' })).rejects.toThrow(/signer must be 'stark', 'eth', 'p256', 'webauthn' or a fun/);
  await expect(create({ signer: () => [], privateKey: 5 })).rejects.toThrow(/which has its own key/);
  await expect(create({ privateKey: 0 })).rejects.toThrow(/privateKey must be a key of/);
  await expect(create({ signer: () => [] })).rejects.toThrow(/constructor takes 1 argument \(public_key: felt252\)/);
  const mute = await create({ signer: () => 5, args: [5] });
  await expect(box.strk.write.transfer('0x77', 5n, { from: mute })).rejects.toThrow(/what the signer returned must be/);
  const from = { address: '0x5', signer: 5 } as never;
  await expect(box.strk.write.transfer('0x77', 5n, { from })).rejects.toThrow(/from.signer must be a function/);
});
