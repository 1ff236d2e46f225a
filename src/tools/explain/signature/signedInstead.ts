// What clients sign by mistake instead of the transaction that they send.
import { shortStringOf } from '../../../abi/panicData.ts';
import { transactionHash, versionFelt } from '../../../execution/hash/transactionHash.ts';
import type { AccountTransaction, ResourceBounds } from '../../../execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, P, toFelt } from '../../../felt/felt.ts';
import { poseidonMany } from '../../../felt/hash.ts';

/** A hash that may have been signed, and a sentence for the case that it was. */
export interface SignedInstead {
  readonly hash: Felt;
  readonly text: string;
}

/** Networks that clients are set up for. */
const NETWORKS = [
  'SN_MAIN',
  'SN_SEPOLIA',
  'SN_INTEGRATION_SEPOLIA',
  'KATANA',
  'MADARA_DEVNET',
  'SN_GOERLI',
  'SN_GOERLI2',
  'PRIVATE_SN_PARACLEAR_MAINNET',
];

const NOTHING = { maxAmount: 0n, maxPricePerUnit: 0n };
const NO_BOUNDS: ResourceBounds = { l1Gas: NOTHING, l1DataGas: NOTHING, l2Gas: NOTHING };

/** The hashes that may have been signed, the most likely first. */
export function* signedInstead(transaction: AccountTransaction, chainId: Felt): Generator<SignedInstead> {
  // Lists are hashed once, because they may be long.
  const lists = new Map(listsOf(transaction).map((list) => [list, poseidonMany(list)]));
  const hashOf = (changes: Partial<AccountTransaction>, chain = chainId) =>
    transactionHash({ ...transaction, ...changes } as AccountTransaction, chain, lists);
  const { isQuery, nonce, resourceBounds, tip, paymasterData } = transaction;

  for (const name of NETWORKS) {
    const other = feltOfAscii(name);
    if (other === chainId) continue;
    const here = `this chain is ${shortStringOf(chainId) ?? 'another one'}: set the client's chain id to ${formatFelt(chainId)}.`;
    yield { hash: hashOf({}, other), text: `The signature fits this transaction on ${name}; ${here}` };
  }

  const [version, other] = [versionFelt(transaction), versionFelt({ ...transaction, isQuery: !isQuery })].map(
    formatFelt,
  );
  const use = isQuery ? 'which is sent' : 'which is only for estimates and simulations';
  yield {
    hash: hashOf({ isQuery: !isQuery }),
    text: `The signature fits version ${other}, ${use}; the transaction has version ${version}: sign that one.`,
  };

  for (const near of nearNonces(nonce))
    yield {
      hash: hashOf({ nonce: near }),
      text: `The signature fits nonce ${near}; the transaction has nonce ${nonce}: sign it after its nonce is set.`,
    };

  const boundsChanged = 'the bounds were changed afterwards: sign with the bounds that are sent.';
  for (const query of [isQuery, !isQuery])
    yield {
      hash: hashOf({ resourceBounds: NO_BOUNDS, isQuery: query }),
      text: `The signature fits resource bounds of zero${query ? ' of an estimate' : ''}; ${boundsChanged}`,
    };
  yield {
    hash: hashOf({ resourceBounds: { ...NO_BOUNDS, l1Gas: resourceBounds.l1Gas } }),
    text: 'The signature fits the bound of L1 gas alone, as clients made for Starknet before 0.13.4 sign it: update the client.',
  };
  yield {
    hash: hashOf({ resourceBounds: { ...resourceBounds, l1DataGas: NOTHING } }),
    text: `The signature fits a bound of zero for L1 data gas; ${boundsChanged}`,
  };

  if (tip !== 0n)
    yield {
      hash: hashOf({ tip: 0n }),
      text: `The signature fits a tip of 0; the transaction has a tip of ${tip}: sign it with its tip.`,
    };
  if (paymasterData.length > 0) yield { hash: hashOf({ paymasterData: [] }), text: without('paymaster data') };
  if ('accountDeploymentData' in transaction && transaction.accountDeploymentData.length > 0)
    yield { hash: hashOf({ accountDeploymentData: [] }), text: without('account deployment data') };
  if ('proofFacts' in transaction && transaction.proofFacts.length > 0)
    yield { hash: hashOf({ proofFacts: [] }), text: without('proof facts') };
  if (transaction.nonceDataAvailabilityMode !== 'L1' || transaction.feeDataAvailabilityMode !== 'L1')
    yield {
      hash: hashOf({ nonceDataAvailabilityMode: 'L1', feeDataAvailabilityMode: 'L1' }),
      text: 'The signature fits data availability on L1; the transaction asks for L2: sign it with its data availability modes.',
    };
}

const without = (what: string): string =>
  `The signature fits the transaction without its ${what}: sign it together with them.`;

/** The lists of a transaction that are part of its hash. */
function listsOf(transaction: AccountTransaction): readonly (readonly Felt[])[] {
  switch (transaction.type) {
    case 'INVOKE':
      return [
        transaction.calldata,
        transaction.paymasterData,
        transaction.accountDeploymentData,
        transaction.proofFacts,
      ];
    case 'DECLARE':
      return [transaction.paymasterData, transaction.accountDeploymentData];
    case 'DEPLOY_ACCOUNT':
      return [transaction.constructorCalldata, transaction.paymasterData];
  }
}

function nearNonces(nonce: Felt): readonly Felt[] {
  const near = [nonce - 1n, nonce + 1n, nonce - 2n, nonce + 2n, 0n];
  return [...new Set(near)].filter((each) => each >= 0n && each < P && each !== nonce).map((each) => toFelt(each));
}
