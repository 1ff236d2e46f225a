// What the contracts of Ready and Cartridge take and accept, by starknet.js: their classes are not part of this project.
import { ec, shortString } from 'starknet';
import { expect, test } from 'vitest';
import { cartridgeSigner, openWalletSession, readySigner } from './walletSession.ts';

const hex = (value: bigint | string) => `0x${BigInt(value).toString(16)}`;
const publicKey = (key: string) => hex(ec.starkCurve.getStarkKey(key));
const signed = (key: string, message: string) => {
  const { r, s } = ec.starkCurve.sign(message, key);
  return ['0x0', publicKey(key), hex(r), hex(s)];
};
const poseidon = (a: string, b: string) => hex(ec.starkCurve.poseidonHash(BigInt(a), BigInt(b)));
const felts = (list: readonly (bigint | string)[]) => list.map(hex);

test('an owner of Cartridge signs as its contract reads it', async () => {
  const signer = cartridgeSigner('0x5');
  expect(signer.publicKey).toEqual(['0x0', '0x0', publicKey('0x5'), '0x1']);
  expect(felts((await signer(0x999n)) as string[])).toEqual(['0x1', ...signed('0x5', '0x999')]);
});

test('an owner and a guardian of Ready sign as its contract reads it', async () => {
  const signer = readySigner('0x5', '0x6');
  expect(signer.publicKey).toEqual(['0x0', publicKey('0x5'), '0x0', '0x0', publicKey('0x6')]);
  expect(felts((await signer(0x999n)) as string[])).toEqual([
    '0x2',
    ...signed('0x5', '0x999'),
    ...signed('0x6', '0x999'),
  ]);
});

test('a session of Cartridge is registered as its contract reads it, and carries no signature of the owner', async () => {
  const sent: { readonly entryPoint: string; readonly calldata: readonly bigint[] }[] = [];
  const box = {
    accounts: [],
    chainId: shortString.encodeShortString('SANDBOX'),
    execute: async (call: (typeof sent)[number]) => sent.push(call),
    time: { now: async () => 1_800_000_000n },
  };
  const owner = { address: '0x123', signer: cartridgeSigner('0x5') };
  const options = { wallet: 'cartridge', register: true, privateKey: '0x77', seconds: 60 } as const;
  const session = await openWalletSession(box as never, owner, options);
  const guid = (key: string) => poseidon(shortString.encodeShortString('Starknet Signer'), publicKey(key));
  const guardian = shortString.encodeShortString('CARTRIDGE_GUARDIAN');
  const terms = [
    hex(1_800_000_060n),
    shortString.encodeShortString('wildcard-policy'),
    '0x0',
    guid('0x77'),
    guid(guardian),
  ];
  expect(sent.map(({ entryPoint, calldata }) => [entryPoint, felts(calldata)])).toEqual([
    ['register_session', [...terms, guid('0x5')]],
  ]);
  expect(session.hash).toBe('0x16714c0668ec74e352028e9debbc6a41d86a1defcfae4f4cc853ee987a14d24');
  const message = poseidon('0x999', session.hash);
  expect(felts((await session.signer(0x999n)) as bigint[])).toEqual([
    shortString.encodeShortString('session-token'),
    ...terms,
    '0x1',
    '0x2',
    shortString.encodeShortString('authorization-by-registered'),
    guid('0x5'),
    ...signed('0x77', message),
    ...signed(guardian, message),
    '0x0',
  ]);
});
