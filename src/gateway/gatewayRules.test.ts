import { expect, test } from 'vitest';
import type { BroadcastDeclare, BroadcastInvoke, BroadcastTransaction } from '../chain/run/broadcast.ts';
import { ADDRESS_BOUND } from '../execution/hash/address.ts';
import { unsignedInvoke } from '../execution/transaction.ts';
import { toFelt } from '../felt/felt.ts';
import { gatewayLimitsOf, gatewayVersions } from '../protocol/gatewayLimits.ts';
import { protocolNames } from '../protocol/versions.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { type GatewayRule, type GatewayRuleName, gatewayRules } from './gatewayRules.ts';

const LIMITS = gatewayLimitsOf('0.14.4');
const BOUND = { maxAmount: 1n, maxPricePerUnit: LIMITS.minL2PriceFri };
const BOUNDS = { l1Gas: BOUND, l1DataGas: BOUND, l2Gas: BOUND };
const felts = (count: number) => new Array<ReturnType<typeof toFelt>>(count).fill(toFelt(1));

const INVOKE: BroadcastInvoke = {
  ...unsignedInvoke({ senderAddress: toFelt(2), nonce: toFelt(0), calldata: felts(5000), resourceBounds: BOUNDS }),
  signature: felts(4000),
  proof: undefined,
};
const CLASS: SierraClass = {
  kind: 'sierra',
  sierraProgram: [1, 9, 5, 2, 21, 0].map(toFelt),
  contractClassVersion: '0.1.0',
  entryPointsByType: {
    CONSTRUCTOR: [],
    EXTERNAL: [3, 4].map((selector) => ({ selector: toFelt(selector), functionIdx: 0 })),
    L1_HANDLER: [{ selector: toFelt(3), functionIdx: 1 }],
  },
  abi: '[]',
};
const DECLARE: BroadcastDeclare = {
  ...INVOKE,
  type: 'DECLARE',
  compiledClassHash: toFelt(1),
  contractClass: CLASS,
};
const classOf = (changes: Partial<SierraClass>): BroadcastDeclare => ({
  ...DECLARE,
  contractClass: { ...CLASS, ...changes },
});
const withL2 = (l2Gas: Partial<typeof BOUND>): BroadcastInvoke => ({
  ...INVOKE,
  resourceBounds: { ...BOUNDS, l2Gas: { ...BOUND, ...l2Gas } },
});
/** The class as the gateway writes it; its ABI fills it up to a number of bytes. */
function classOfBytes(bytes: number): BroadcastDeclare {
  const point = (selector: number, functionIdx: number) => ({ function_idx: functionIdx, selector: `0x${selector}` });
  const written = (abi: string) =>
    JSON.stringify({
      sierra_program: ['0x1', '0x9', '0x5', '0x2', '0x15', '0x0'],
      contract_class_version: '0.1.0',
      entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [point(3, 0), point(4, 0)], L1_HANDLER: [point(3, 1)] },
      abi,
    });
  // A quote has two bytes in the text, and this letter too.
  const start = '"ä"';
  return classOf({ abi: start + 'x'.repeat(bytes - new TextEncoder().encode(written(start)).length) });
}

/** What the gateway just accepts and just refuses, by rule. */
const CASES: Readonly<
  Record<GatewayRuleName, readonly [taken: BroadcastTransaction, refused: BroadcastTransaction][]>
> = {
  senderAddress: [
    [INVOKE, { ...INVOKE, senderAddress: toFelt(1) }],
    [
      { ...INVOKE, senderAddress: toFelt(ADDRESS_BOUND - 1n) },
      { ...INVOKE, senderAddress: toFelt(ADDRESS_BOUND) },
    ],
  ],
  accountDeploymentData: [[INVOKE, { ...INVOKE, accountDeploymentData: felts(1) }]],
  paymasterData: [[INVOKE, { ...INVOKE, paymasterData: felts(1) }]],
  zeroBounds: [
    [
      INVOKE,
      {
        ...INVOKE,
        resourceBounds: {
          l1Gas: { ...BOUND, maxAmount: 0n },
          l1DataGas: { ...BOUND, maxPricePerUnit: 0n },
          l2Gas: { ...BOUND, maxAmount: 0n },
        },
      },
    ],
  ],
  l2Price: [[INVOKE, withL2({ maxPricePerUnit: 7_999_999_999n })]],
  l2Gas: [
    [withL2({ maxAmount: 1_210_000_000n }), withL2({ maxAmount: 1_210_000_001n })],
    [{ ...DECLARE, resourceBounds: withL2({ maxAmount: 2n ** 40n }).resourceBounds }, withL2({ maxAmount: 2n ** 40n })],
  ],
  calldata: [
    [INVOKE, { ...INVOKE, calldata: felts(5001) }],
    [
      { ...INVOKE, calldata: felts(4999), proofFacts: felts(1), proof: new Uint8Array(1) },
      { ...INVOKE, proofFacts: felts(1), proof: new Uint8Array(1) },
    ],
  ],
  signature: [[INVOKE, { ...INVOKE, signature: felts(4001) }]],
  proof: [
    [
      { ...INVOKE, calldata: [], proofFacts: felts(1), proof: new Uint8Array(480_000) },
      { ...INVOKE, calldata: [], proofFacts: felts(1), proof: new Uint8Array(480_001) },
    ],
  ],
  dataAvailability: [
    [INVOKE, { ...INVOKE, nonceDataAvailabilityMode: 'L2' }],
    [INVOKE, { ...INVOKE, feeDataAvailabilityMode: 'L2' }],
  ],
  proofFacts: [
    [INVOKE, { ...INVOKE, calldata: [], proofFacts: felts(1) }],
    [INVOKE, { ...INVOKE, proof: new Uint8Array(1) }],
  ],
  sierraVersion: [
    [
      classOf({ sierraProgram: [1, 1, 0, 2, 1, 0].map(toFelt) }),
      classOf({ sierraProgram: [1, 0, 9, 2, 1, 0].map(toFelt) }),
    ],
    [DECLARE, classOf({ sierraProgram: [1, 10, 0, 2, 1, 0].map(toFelt) })],
    [DECLARE, classOf({ sierraProgram: [0, 5, 0, 2, 1, 0].map(toFelt) })],
    [DECLARE, classOf({ sierraProgram: [2, 5, 0, 2, 1, 0].map(toFelt) })],
  ],
  sierraLength: [
    [
      classOf({ sierraProgram: [...CLASS.sierraProgram, ...felts(81_914)] }),
      classOf({ sierraProgram: [...CLASS.sierraProgram, ...felts(81_915)] }),
    ],
  ],
  classSize: [[classOfBytes(4_089_446), classOfBytes(4_089_447)]],
  nonce: [
    [
      { ...INVOKE, nonce: toFelt(203) },
      { ...INVOKE, nonce: toFelt(204) },
    ],
  ],
  entryPoints: [
    [
      DECLARE,
      classOf({
        entryPointsByType: { ...CLASS.entryPointsByType, EXTERNAL: [...CLASS.entryPointsByType.EXTERNAL].reverse() },
      }),
    ],
    [
      DECLARE,
      classOf({
        entryPointsByType: {
          ...CLASS.entryPointsByType,
          L1_HANDLER: [...CLASS.entryPointsByType.L1_HANDLER, ...CLASS.entryPointsByType.L1_HANDLER],
        },
      }),
    ],
  ],
};

const broken = (transaction: BroadcastTransaction): readonly GatewayRuleName[] =>
  (Object.keys(gatewayRules) as GatewayRuleName[]).filter((name) => {
    const { fault }: GatewayRule = gatewayRules[name];
    return fault({ transaction, limits: LIMITS, l2PriceFri: 10n ** 10n, accountNonce: 3n }) !== undefined;
  });

test.each(Object.entries(CASES))(
  '%s: what the gateway just accepts breaks no rule, and what it just refuses breaks this one',
  (name, pairs) => {
    for (const [taken, refused] of pairs) {
      expect(broken(taken)).toEqual([]);
      expect(broken(refused)).toContain(name);
    }
  },
);

test('each protocol version since 0.14.0 has its limits, and older ones have the first of them', () => {
  expect(gatewayVersions.map(({ since }) => since)).toEqual(protocolNames.filter((name) => name >= '0.14'));
  expect(gatewayLimitsOf('0.13.4')).toBe(gatewayVersions[0]);
});
