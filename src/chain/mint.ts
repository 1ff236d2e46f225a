import type { GasPrices } from '../execution/blockContext.ts';
import { selectorOf } from '../execution/hash/address.ts';
import { transactionHash } from '../execution/hash/transactionHash.ts';
import type { InvokeV3 } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { starkSign } from '../felt/stark.ts';
import { CHARGEABLE_ACCOUNT } from './accounts.ts';
import type { BroadcastTransaction } from './broadcast.ts';
import type { Environment } from './environment.ts';
import type { ChainView, Minted, Submitted } from './node.ts';
import { balanceAddress, ETH, STRK } from './token.ts';

const LOW = 2n ** 128n - 1n;
const PERMISSIONED_MINT = selectorOf('permissioned_mint');

interface MintRequest {
  readonly address: Felt;
  readonly amount: bigint;
  readonly unit: 'WEI' | 'FRI';
}

/** What minting needs of the chain it mints on. */
type MintingChain = ChainView & { submit(transaction: BroadcastTransaction, knownHash: Felt): Promise<Submitted> };

/** Mints by an ordinary signed transaction of the minting account, which the token's class must allow. */
export async function mint(
  { address, amount, unit }: MintRequest,
  chain: MintingChain,
  { chainId, config }: Environment,
  prices: GasPrices,
): Promise<Minted> {
  const token = unit === 'WEI' ? ETH : STRK;
  const state = chain.stateAt('pre_confirmed');
  const unsigned: InvokeV3 = {
    type: 'INVOKE',
    version: 3,
    isQuery: false,
    senderAddress: CHARGEABLE_ACCOUNT.address,
    calldata: [
      toFelt(1n),
      token.address,
      PERMISSIONED_MINT,
      toFelt(3n),
      address,
      toFelt(amount & LOW),
      toFelt(amount >> 128n),
    ],
    nonce: await state.nonceOf(CHARGEABLE_ACCOUNT.address),
    signature: [],
    // A price may have been raised since the start: a mint never fails for that.
    resourceBounds: {
      l1Gas: { maxAmount: 1_000_000n, maxPricePerUnit: larger(prices, config.gasPrices, 'l1Gas') },
      l1DataGas: { maxAmount: 1_000_000n, maxPricePerUnit: larger(prices, config.gasPrices, 'l1DataGas') },
      l2Gas: { maxAmount: 1_000_000_000n, maxPricePerUnit: larger(prices, config.gasPrices, 'l2Gas') },
    },
    tip: 0n,
    paymasterData: [],
    accountDeploymentData: [],
    proofFacts: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
  };
  const hash = transactionHash(unsigned, chainId);
  const { r, s } = starkSign(CHARGEABLE_ACCOUNT.privateKey, hash);
  await chain.submit({ proof: undefined, ...unsigned, signature: [r, s] }, hash);
  const { execution } = chain.transaction(hash)!.receipt;
  const after = chain.stateAt('pre_confirmed');
  const cell = balanceAddress(address);
  const low = await after.storageOf(token.address, cell);
  const high = await after.storageOf(token.address, toFelt(cell + 1n));
  return {
    transactionHash: hash,
    newBalance: (high << 128n) + low,
    revertReason: execution.status === 'REVERTED' ? execution.revertReason : undefined,
  };
}

function larger(a: GasPrices, b: GasPrices, gas: keyof GasPrices): bigint {
  if (a[gas].fri > b[gas].fri) return a[gas].fri;
  return b[gas].fri;
}
