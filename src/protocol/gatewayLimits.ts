// What the gateway of the networks refuses, by protocol version. A new version is a row here.

/** The limits of one version of the gateway. */
export interface GatewayLimits {
  /** The first protocol version that has them. */
  readonly since: string;
  /** Where they stand: a branch of the repository in GATEWAY_SOURCE, and the day of the change that we have looked at. */
  readonly branch: string;
  readonly changed: string;
  readonly minL2PriceFri: bigint;
  readonly maxL2Gas: bigint;
  /** Calldata together with proof facts. */
  readonly maxCalldataFelts: number;
  readonly maxSignatureFelts: number;
  readonly maxProofBytes: number;
  /** How far the nonce of a transaction may be ahead of that of its account. */
  readonly maxNonceGap: bigint;
  /** The oldest and the newest Sierra of a class: major and minor number. */
  readonly oldestSierra: readonly [number, number];
  readonly newestSierra: readonly [number, number];
  readonly maxSierraFelts: number;
  /** A class with its ABI, as JSON without blanks. */
  readonly maxClassBytes: number;
  /** How much more a replacement in the pool must offer, in percent of its tip and of its price. */
  readonly replacementPercent: bigint;
}

/** The repository, and the folder of the files gateway_config.json and mempool_config.json. */
export const GATEWAY_SOURCE = {
  repository: 'https://github.com/starkware-libs/sequencer',
  folder: 'crates/apollo_deployments/resources/app_configs',
};

const V0_14_0: GatewayLimits = {
  since: '0.14.0',
  branch: 'main-v0.14.0',
  changed: '2025-12-03',
  minL2PriceFri: 3_000_000_000n,
  maxL2Gas: 1_200_000_000n,
  maxCalldataFelts: 5000,
  maxSignatureFelts: 4000,
  maxProofBytes: 0,
  maxNonceGap: 200n,
  oldestSierra: [1, 1],
  newestSierra: [1, 7],
  maxSierraFelts: 81_920,
  maxClassBytes: 4_089_446,
  replacementPercent: 10n,
};
const V0_14_1: GatewayLimits = {
  ...V0_14_0,
  since: '0.14.1',
  branch: 'main-v0.14.1',
  changed: '2026-02-19',
  minL2PriceFri: 8_000_000_000n,
};
const V0_14_2: GatewayLimits = {
  ...V0_14_1,
  since: '0.14.2',
  branch: 'main-v0.14.2',
  changed: '2026-06-08',
  maxProofBytes: 480_000,
  newestSierra: [1, 8],
};
const V0_14_3: GatewayLimits = {
  ...V0_14_2,
  since: '0.14.3',
  branch: 'main-v0.14.3',
  changed: '2026-08-21',
  maxL2Gas: 1_210_000_000n,
  newestSierra: [1, 9],
};
const V0_14_4: GatewayLimits = { ...V0_14_3, since: '0.14.4', branch: 'main', changed: '2026-08-20' };

/** The versions, oldest first. Before 0.14.0 the networks had another gateway, whose limits are not public. */
export const gatewayVersions: readonly GatewayLimits[] = [V0_14_0, V0_14_1, V0_14_2, V0_14_3, V0_14_4];

/** The limits that a protocol version has; those of 0.14.0 if it is older. */
export const gatewayLimitsOf = (version: string): GatewayLimits =>
  gatewayVersions.find(({ since }) => since === version) ?? V0_14_0;
