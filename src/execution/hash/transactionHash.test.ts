// Transactions of Starknet mainnet with their hashes. This is public data that any node can return.
import { expect, test } from 'vitest';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import type { Transaction } from '../transaction.ts';
import { contractAddress } from './address.ts';
import { transactionHash } from './transactionHash.ts';

const CHAIN = feltOfAscii('SN_MAIN');
const f = (value: string | number): Felt => toFelt(BigInt(value));
const felts = (...values: (string | number)[]): Felt[] => values.map(f);
const address = (salt: Felt, classHash: Felt, calldata: readonly Felt[]): Felt =>
  contractAddress(0n as Felt, salt, classHash, calldata);

const none = { maxAmount: 0n, maxPricePerUnit: 0n };
const v3 = (nonce: string, maxAmount: bigint, maxPricePerUnit: bigint) =>
  ({
    version: 3,
    isQuery: false,
    signature: [],
    nonce: f(nonce),
    resourceBounds: { l1Gas: { maxAmount, maxPricePerUnit }, l1DataGas: none, l2Gas: none },
    tip: 0n,
    paymasterData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
  }) as const;

const ACCOUNT_CLASS = f('0x13bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6');
const V1_KEY = f('0x54c617a2e91df5344958e0eb2c30c58a1134b3f8e59e88deba60a24f95c0a2c');
const V3_KEY = f('0x1f218cfa725d1679ff028c53d094a765dfd1de632787cab37ffe10f3915dcc7');
const DEPLOYED_CLASS = f('0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918');
const DEPLOYED_SALT = f('0x77d0eb177b763933debc8596399528e720951662ad078752302f9c447fa59ef');
const DEPLOYED_CALLDATA = [
  f('0x3e327de1c40540b98d05cbcb13552008e36f0ec8d61d46956d2f9752c294328'),
  f('0x79dc0da7c54b95f10aa182ad0a46400db63156920adb65eca2654c0945a463'),
  f(2),
  DEPLOYED_SALT,
  f(0),
];

const cases: Record<string, [transaction: Transaction, hash: string, queryHash: string]> = {
  'invoke v0': [
    {
      type: 'INVOKE',
      version: 0,
      isQuery: false,
      contractAddress: f('0x16ba3e98d91e73aa2037bf80fa55f82be38211530632dc7e9ac47223688e34e'),
      entryPointSelector: f('0x15d40a3d6ca2ac30f4031e42be28da9b056fef9bb7357ac5e85627ee876e5ad'),
      calldata: felts(
        1,
        '0x16ba3e98d91e73aa2037bf80fa55f82be38211530632dc7e9ac47223688e34e',
        '0xf2f7c15cbe06c8d94597cd91fd7f3369eae842359235712def5584f8d270cd',
        0,
        1,
        1,
        '0x33434ad846cdd5f23eb73ff09fe6fddd568284a0fb7d1be20ee482f044dabe2',
        0,
      ),
      maxFee: 0x892a33adefe4n,
      signature: [],
    },
    '0x7b199bef92f4d2dc7713c53927060b3388ccd6873dc084ee7c12cdac4209d3b',
    '0x3ac7f2ee20a3b32988b812dcfba3ace9d4f87702d2dc09ecdf3dabb15bf5b6e',
  ],
  'declare v0': [
    {
      type: 'DECLARE',
      version: 0,
      isQuery: false,
      senderAddress: f(1),
      classHash: f('0x7319e2f01b0947afd86c0bb0e95029551b32f6dc192c47b2e8b08415eebbc25'),
      maxFee: 0n,
      nonce: f(0),
      signature: [],
    },
    '0x2f2ef64daffdc72bf33b34ad024891691b8eb1d0ab70cc7f8fb71f6fd5e1f22',
    '0x29486d2b24527399b8e6d00d36554c9b5af4262da1ef79a5550a9ee8702ff7',
  ],
  'declare v1': [
    {
      type: 'DECLARE',
      version: 1,
      isQuery: false,
      senderAddress: f('0x3e2a6434cebce4475cdf8843859f2137259918171eba8d462e3d34c5c4fd110'),
      classHash: f('0x4dae654c7b6707667a178729b512d61494fe590ab4accc46923d6409b97e617'),
      maxFee: 0x1f04d0693837n,
      nonce: f(0x15),
      signature: [],
    },
    '0x70fb3ea4b786b752817a32d4835eaba19da495392df90f7f827cd9b60b2c925',
    '0x67ca9b823b4da32b06ec58ee1b2e87684d64f083b97b6bc14f64b5ef76533c2',
  ],
  'declare v2': [
    {
      type: 'DECLARE',
      version: 2,
      isQuery: false,
      senderAddress: f('0x75341b8090a4257f22dafffe3a4cb882006bd26302720d6a80a1fde154a3430'),
      classHash: f('0x4d90a3b52871831b34bc936d9aee304b7205202e649dceef5ee4392659ab33'),
      compiledClassHash: f('0x3c1296b5f7e6a30bc0167bf30e0700eebb2e9a06228e24cc3ad386502125bcf'),
      maxFee: 0xb48df232e93750n,
      nonce: f(0x1f9),
      signature: [],
    },
    '0x7debe525c66a929048236c8f6da5903e4f141e5cb5e6cb23e9af33ecaabe062',
    '0x147b15cef8590ac21e43629bc7c99a8570b08a2b5675c4ee7cc2931e834b032',
  ],
  'declare v3': [
    {
      ...v3('0x3', 0xe38c2n, 0x24e2649cc098n),
      type: 'DECLARE',
      senderAddress: f('0x46d3a562c606077c14c3479946e4145b7a372538875eb4e635e758fcd1d2c80'),
      classHash: f('0x7a9d1cd5dcf3d47b10e638eb1330d101f7d471f08eff9664b42dfa90f6973bf'),
      compiledClassHash: f('0x4fc6444f59a2fb0b2c67e1e22caba0edc3b48727e8a9cc19e59e5c3e5dc8270'),
      accountDeploymentData: [],
    },
    '0x50ca961fd1b5f7f1ea1e8620ac980cc3c3fb4e434f0661c3a2d50893082b9fb',
    '0x71aa91a887080fa2fb1e473713123dca182eae42433c5422bbada8125819dc9',
  ],
  'deploy account v1': [
    {
      type: 'DEPLOY_ACCOUNT',
      version: 1,
      isQuery: false,
      contractAddress: address(V1_KEY, ACCOUNT_CLASS, [V1_KEY]),
      contractAddressSalt: V1_KEY,
      constructorCalldata: [V1_KEY],
      classHash: ACCOUNT_CLASS,
      maxFee: 0x3a23c71d8b9n,
      nonce: f(0),
      signature: [],
    },
    '0x40e7ac7efc374f3d1241c6f991de2ea534d84e8be307420658353527226c5e4',
    '0xbdaff4caa84e6d32cfd7ff9b51c04d398df9bfeaa5ba3d4fafd327e4e8840e',
  ],
  'deploy account v3': [
    {
      ...v3('0x0', 0x4cn, 0x8ab967606cb9n),
      type: 'DEPLOY_ACCOUNT',
      contractAddress: address(V3_KEY, ACCOUNT_CLASS, [V3_KEY]),
      contractAddressSalt: V3_KEY,
      constructorCalldata: [V3_KEY],
      classHash: ACCOUNT_CLASS,
    },
    '0x25cbbc1e197e1e6dd8886b4b359c2dbe26245a282547624d7e54e7c3e2cf15',
    '0xe035fefb0a5f799d4c4b651f86937a848e1394fb161c80148024e143f6839c',
  ],
  'invoke v1': [
    {
      type: 'INVOKE',
      version: 1,
      isQuery: false,
      senderAddress: f('0x6f7afd58d20aedbdb694ff539d3280ae497c1a510caddcc6a06c97eebd001dc'),
      calldata: felts(
        2,
        '0x68f5c6a61780768455de69077e07e89787839bf8166decfbf92b645209c0fb8',
        '0x219209e083275171774dab1df80982e9df2096516f06319c5c6d71ae0a8480c',
        3,
        '0x1114c7103e12c2b2ecbd3a2472ba9c48ddcbf702b1c242dd570057e26212111',
        '0xb67495',
        0,
        '0x1114c7103e12c2b2ecbd3a2472ba9c48ddcbf702b1c242dd570057e26212111',
        '0x15543c3708653cda9d418b4ccd3be11368e40636c10c44b18cfe756b6d88b29',
        7,
        '0x30baaaf1b243f6e74c656f98dcb24b98687dcbe783d25f35854148c4c602d41',
        0,
        '0xb67495',
        0,
        1,
        '0x3a1045717884ca9abbc2e',
        0,
      ),
      maxFee: 0x7f49b0d6d7cn,
      nonce: f(0x62),
      signature: [],
    },
    '0x215b2e7efdedc5d9c056dd6a691b8117f292997d2cc8c15a9cebfa90620e35',
    '0x34cc38c334e26a3761851fdf631e3bcbc1ff6e8c5af1bcc21642f0023ce07aa',
  ],
};

for (const [name, [transaction, hash, queryHash]] of Object.entries(cases))
  test(`the hash of ${name} equals that of the network, with and without the query bit`, () => {
    expect(transactionHash(transaction, CHAIN)).toBe(f(hash));
    expect(transactionHash({ ...transaction, isQuery: true } as Transaction, CHAIN)).toBe(f(queryHash));
  });

test('the hash of an INVOKE of version 3 equals that of starknet-devnet', () => {
  const transaction: Transaction = {
    ...v3('0x0', 0n, 5n),
    type: 'INVOKE',
    senderAddress: f('0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691'),
    calldata: felts(
      1,
      '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
      '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e',
      3,
      0x123,
      1,
      0,
    ),
    accountDeploymentData: [],
    proofFacts: [],
  };
  // If all amounts are zero, the prices do not affect the hash.
  expect(transactionHash(transaction, feltOfAscii('SN_SEPOLIA'))).toBe(
    f('0x6789045d6a4d8a736b240833d81a4f5172afaa67e2cadae414cf305432a81a2'),
  );
});

test('the hashes of a DEPLOY of version 0 and of an L1 handler equal those of the network', () => {
  const deploy: Transaction = {
    type: 'DEPLOY',
    version: 0,
    contractAddress: address(DEPLOYED_SALT, DEPLOYED_CLASS, DEPLOYED_CALLDATA),
    contractAddressSalt: DEPLOYED_SALT,
    constructorCalldata: DEPLOYED_CALLDATA,
    classHash: DEPLOYED_CLASS,
  };
  expect(transactionHash(deploy, CHAIN)).toBe(f('0x44ce170a27953fec1809b3d2a03a44ad6b475355748a5f1c01db972f20b295e'));
  const handler: Transaction = {
    type: 'L1_HANDLER',
    version: 0,
    nonce: f(0x18e94d),
    contractAddress: f('0x73314940630fd6dcda0d772d4c972c4e0a9946bef9dabf4ef84eda8ef542b82'),
    entryPointSelector: f('0x1b64b1b3b690b43b9b514fb81377518f4039cd3e4f4914d8a6bdf01d679fb19'),
    calldata: felts(
      '0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419',
      '0x455448',
      '0xc27947400e26e534e677afc2e9b2ec1bab14fc89',
      '0x4af4754baf89f1b8b449215a8ea7ce558824a33a5393eaa3829658549f2bfa2',
      '0x9184e72a000',
      0,
    ) as [Felt, ...Felt[]],
    paidFeeOnL1: 1n,
  };
  expect(transactionHash(handler, CHAIN)).toBe(f('0x439e12f67962c353182d72b4af12c3f11eaba4b36e552aebcdcd6db66971bdb'));
});
