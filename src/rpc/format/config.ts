import type { NodeConfig } from '../../chain/config.ts';
import type { Node } from '../../chain/node.ts';
import type { FaultPlan } from '../../faults/faultPlan.ts';
import type { Gateway, GatewayMode } from '../../gateway/gateway.ts';
import type { JsonObject } from '../../json/json.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { type LimitName, type LimitUnit, limitRows } from '../../protocol/limits.ts';
import type { Dialect } from '../dialect.ts';
import type { JournalLag } from '../journal/journalFile.ts';
import type { ServerConfig } from '../serverConfig.ts';
import { type BlockModeOutput, formatBlockMode } from './blockMode.ts';
import { type Hex, hex } from './hex.ts';
import { formatSchedule } from './market.ts';

/** The configuration that a node was started with. */
export interface SandboxConfig {
  readonly seed: number;
  readonly total_accounts: number;
  readonly account_contract_class_hash: Hex;
  /** In decimal digits. */
  readonly predeployed_accounts_initial_balance: string;
  readonly start_time: number | bigint | null;
  readonly gas_price_wei: number | bigint;
  readonly gas_price_fri: number | bigint;
  readonly data_gas_price_wei: number | bigint;
  readonly data_gas_price_fri: number | bigint;
  readonly l2_gas_price_wei: number | bigint;
  readonly l2_gas_price_fri: number | bigint;
  readonly chain_id: string;
  readonly dump_on: 'exit' | 'block' | 'request' | null;
  readonly dump_path: string | null;
  /** Only while the dump is behind the chain. */
  readonly dump_behind?: { readonly entries: number; readonly reason: string };
  /** Only while there are some: how many cheats change what contracts see. */
  readonly cheats_in_force?: number;
  readonly block_generation_on: BlockModeOutput;
  readonly lite_mode: boolean;
  /** Only if it was chosen. */
  readonly protocol_version?: string;
  /** Only if aliases of contracts and storage keys are written. */
  readonly state_aliases?: true;
  readonly proof_mode: 'full' | 'devnet' | 'none';
  readonly state_archive: 'none' | 'full';
  readonly fork_config: {
    readonly url: string | null;
    readonly block_number: number | null;
    readonly caching_enabled: boolean | null;
  };
  readonly eth_erc20_class_hash: Hex;
  readonly strk_erc20_class_hash: Hex;
  /** Well-known class hashes whose class has another hash, because it is one of ours; only under the name sandbox_getConfig. */
  readonly class_substitutes?: readonly { readonly class_hash: Hex; readonly actual_class_hash: Hex }[];
  readonly class_size_config: {
    readonly maximum_contract_class_size: number;
    readonly maximum_contract_bytecode_size: number;
    readonly maximum_sierra_length: number;
  };
  readonly server_config: {
    readonly host: string;
    readonly port: number;
    readonly timeout: number;
    readonly restricted_methods: readonly string[] | null;
    readonly ui_enabled: boolean;
  };
  /** All methods that clients may not call; only if there are some, and only under the name sandbox_getConfig. */
  readonly forbidden_methods?: readonly string[];
  /** What happens to transactions that the networks would refuse, and how many broke each rule; only under the name sandbox_getConfig. */
  readonly gateway_rules?: { readonly mode: GatewayMode; readonly faults: { readonly [rule: string]: number } };
  /** The schedule of the prices of new blocks, as it is now; only while there is one, and only under the name sandbox_getConfig. */
  readonly price_schedule?: JsonObject;
  /** The faults that disturb clients; null if there are none; only under the name sandbox_getConfig. */
  readonly faults?: { readonly seed: number; readonly rules: number; readonly injected: number } | null;
  /** Whether pages can load the wallet for tests, and whether it approves by itself or asks people; null if not; only under the name sandbox_getConfig. */
  readonly wallet?: 'approve' | 'ask' | null;
  /** The limits on what clients may send and ask for, by their names; only under the name sandbox_getConfig. */
  readonly limits?: { readonly [name: string]: LimitFacts };
}

export interface LimitFacts {
  /** As it was set for this node. */
  readonly value: number;
  readonly unit: LimitUnit;
  /** What is limited, why, and what happens when the limit is exceeded. */
  readonly what: string;
  readonly reason: string;
  readonly beyond: string;
}

/** What the configuration shows besides that of the start. */
interface ConfigParts {
  readonly lag?: JournalLag | undefined;
  readonly gateway?: Gateway | undefined;
  readonly plan?: FaultPlan | undefined;
  readonly forbidden?: ReadonlySet<string> | undefined;
}

/** The start-up configuration of the chain and of its server, with methods as `nameOf` writes them, and while the dump is behind the chain, how far and why. */
export function formatConfig(
  { config, system, value }: Node,
  server: ServerConfig,
  nameOf: (method: string) => string,
  dialect: Dialect,
  { lag, gateway, plan, forbidden }: ConfigParts = {},
): SandboxConfig {
  const { gasPrices, fork } = config;
  return {
    seed: config.seed,
    total_accounts: config.accounts,
    account_contract_class_hash: hex(system.accountClassHash),
    predeployed_accounts_initial_balance: config.initialBalance.toString(),
    start_time: config.startTime === undefined ? null : jsonInteger(config.startTime),
    gas_price_wei: jsonInteger(gasPrices.l1Gas.wei),
    gas_price_fri: jsonInteger(gasPrices.l1Gas.fri),
    data_gas_price_wei: jsonInteger(gasPrices.l1DataGas.wei),
    data_gas_price_fri: jsonInteger(gasPrices.l1DataGas.fri),
    l2_gas_price_wei: jsonInteger(gasPrices.l2Gas.wei),
    l2_gas_price_fri: jsonInteger(gasPrices.l2Gas.fri),
    chain_id: config.chainId,
    dump_on: server.dumpOn ?? null,
    dump_path: server.dumpPath ?? null,
    ...(lag && { dump_behind: { entries: lag.entries, reason: lag.reason } }),
    ...(value.cheats.inForce && { cheats_in_force: value.cheats.all.length }),
    block_generation_on: formatBlockMode(config.blockGenerationOn),
    lite_mode: config.liteMode,
    ...(config.protocolVersion && { protocol_version: config.protocolVersion.version }),
    ...(config.stateAliases && { state_aliases: true }),
    ...(config.stateCommitments && { state_commitments: true }),
    proof_mode: config.proofMode,
    state_archive: config.stateArchiveCapacity,
    fork_config: {
      url: fork?.url ?? null,
      block_number: fork?.blockNumber ?? null,
      caching_enabled: fork?.cachingEnabled ?? null,
    },
    eth_erc20_class_hash: hex(system.ethClassHash),
    strk_erc20_class_hash: hex(system.strkClassHash),
    // Clients of starknet-devnet expect its members.
    ...(dialect === 'neutral' && {
      class_substitutes: system.substitutes.map(([classHash, actual]) => ({
        class_hash: hex(classHash),
        actual_class_hash: hex(actual),
      })),
    }),
    class_size_config: {
      maximum_contract_class_size: config.maximumContractClassSize,
      maximum_contract_bytecode_size: config.maximumContractBytecodeSize,
      maximum_sierra_length: config.maximumSierraLength,
    },
    server_config: {
      host: server.host,
      port: server.port,
      timeout: server.timeoutSeconds,
      restricted_methods: server.restrictedMethods?.map((name) => nameOf(name)) ?? null,
      ui_enabled: server.ui,
    },
    ...(dialect === 'neutral' && {
      // `restricted_methods` lists those of starknet-devnet alone.
      ...(forbidden && forbidden.size > 0 && { forbidden_methods: [...forbidden].map((name) => nameOf(name)) }),
      ...(value.market && { price_schedule: formatSchedule(value) }),
      gateway_rules: { mode: server.gatewayRules, faults: Object.fromEntries(gateway?.faults ?? []) },
      wallet: server.wallet ?? null,
      faults: plan ? { seed: plan.settings.seed ?? 0, rules: plan.rules.length, injected: plan.total } : null,
      limits: formatLimits(config, server),
    }),
  };
}

/** The limits of a node. */
function formatLimits(config: NodeConfig, server: ServerConfig): Readonly<Record<string, LimitFacts>> {
  const set: Partial<Readonly<Record<LimitName, number>>> = {
    classBytes: config.maximumContractClassSize,
    bytecodeFelts: config.maximumContractBytecodeSize,
    sierraFelts: config.maximumSierraLength,
    requestSeconds: server.timeoutSeconds,
    ...server.limits,
  };
  return Object.fromEntries(
    limitRows.map(([name, { value, unit, what, reason, beyond }]) => [
      snake(name),
      { value: set[name] ?? value, unit, what, reason, beyond },
    ]),
  );
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
