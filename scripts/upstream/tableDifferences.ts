import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProtocolConstants } from '../../src/protocol/constants.ts';
import type { OsCost } from '../../src/protocol/osCost.ts';
import { protocolNamed, protocolNames } from '../../src/protocol/versions.ts';
import { jsonDifferences } from './differences.ts';

// The constants of a version as the crate blockifier publishes them. Only what we have tables for is read.

type Ratio = readonly [number, number];
interface Resources {
  readonly n_steps: number;
  readonly builtin_instance_counter: Readonly<Record<string, number>>;
}
type Cost =
  | Resources
  | {
      readonly constant: Resources;
      readonly calldata_factor?: Resources | { readonly resources: Resources; readonly scaling_factor: number };
    };
interface Archival {
  readonly gas_per_data_felt: Ratio;
  readonly event_key_factor: Ratio;
  readonly gas_per_code_byte: Ratio;
  readonly gas_per_proof: Ratio;
}
interface Gas {
  readonly l1_gas: number;
  readonly l1_data_gas: number;
  readonly l2_gas: number;
}
interface Published {
  readonly tx_event_limits: Readonly<Record<'max_data_length' | 'max_keys_length' | 'max_n_emitted_events', number>>;
  readonly invoke_tx_max_n_steps: number;
  readonly validate_max_n_steps: number;
  readonly max_recursion_depth: number;
  readonly min_sierra_version_for_sierra_gas: string;
  readonly archival_data_gas_costs: Archival;
  readonly deprecated_l2_resource_gas_costs: Archival;
  readonly allocation_cost: { readonly blob_cost: Gas; readonly gas_cost: Gas };
  readonly vm_resource_fee_cost: { readonly n_steps: Ratio; readonly builtins: Readonly<Record<string, Ratio>> };
  readonly enable_tip: boolean;
  readonly block_direct_execute_call: boolean;
  readonly disable_deploy_in_validation_mode: boolean;
  readonly block_casm_hash_v1_declares: boolean;
  readonly strip_vm_frames_in_sierra_gas: boolean;
  readonly os_constants: {
    readonly step_gas_cost: number;
    readonly memory_hole_gas_cost: number;
    readonly builtin_gas_costs: Readonly<Record<string, number>>;
    readonly execute_max_sierra_gas: number;
    readonly validate_max_sierra_gas: number;
    readonly syscall_base_gas_cost: { readonly step_gas_cost: number };
    readonly entry_point_initial_budget: { readonly step_gas_cost: number };
    readonly default_initial_gas_cost: { readonly step_gas_cost: number };
    readonly l1_handler_max_amount_bounds: Gas;
    readonly validate_rounding_consts: Readonly<
      Record<'validate_block_number_rounding' | 'validate_timestamp_rounding', number>
    >;
    readonly stored_block_hash_buffer: number;
    readonly os_contract_addresses: {
      readonly block_hash_contract_address: number;
      readonly alias_contract_address: number;
    };
    readonly v1_bound_accounts_cairo0: readonly string[];
    readonly v1_bound_accounts_cairo1: readonly string[];
    readonly v1_bound_accounts_max_tip: string;
    readonly data_gas_accounts: readonly string[];
    readonly allowed_virtual_os_program_hashes: readonly string[];
    readonly allowed_proof_versions: readonly string[];
  };
  readonly os_resources: {
    readonly execute_syscalls: Readonly<Record<string, Cost>>;
    readonly execute_txs_inner: Readonly<Record<string, Cost>>;
    readonly compute_os_kzg_commitment_info: Resources;
  };
}

/** Where our tables of protocol versions differ from the constants in the folder of the crate. */
export function tableDifferences(folder: string): readonly string[] {
  return protocolNames.flatMap((version) => {
    const file = join(folder, 'resources', `blockifier_versioned_constants_${version.replaceAll('.', '_')}.json`);
    if (!existsSync(file)) return [`${version} has a table, but no constants`];
    const published = comparable(JSON.parse(readFileSync(file, 'utf8')) as Published);
    return jsonDifferences(published, ours(protocolNamed(version)!)).map((text) => `our table of ${version}: ${text}`);
  });
}

/** Our table, without what the file does not have: the limits of blocks and the hash in proofs. */
function ours({ version: _, rules, bouncer: __, ...table }: ProtocolConstants): unknown {
  const { virtualOsConfigHash: ___, ...compared } = rules;
  return plain({ ...table, rules: compared });
}

function comparable(file: Published): unknown {
  const { os_constants: os, os_resources: resources } = file;
  return plain({
    rules: {
      chargesTip: file.enable_tip,
      allowsCallsOfExecute: !file.block_direct_execute_call,
      allowsDeployInValidation: !file.disable_deploy_in_validation_mode,
      compiledClassHash: file.block_casm_hash_v1_declares ? 'blake' : 'poseidon',
      showsSierraTracebacks: !file.strip_vm_frames_in_sierra_gas,
    },
    events: {
      maxDataLength: file.tx_event_limits.max_data_length,
      maxKeysLength: file.tx_event_limits.max_keys_length,
      maxEmitted: file.tx_event_limits.max_n_emitted_events,
    },
    invokeMaxSteps: file.invoke_tx_max_n_steps,
    validateMaxSteps: file.validate_max_n_steps,
    maxRecursionDepth: file.max_recursion_depth,
    executeMaxSierraGas: os.execute_max_sierra_gas,
    validateMaxSierraGas: os.validate_max_sierra_gas,
    minSierraGasVersion: file.min_sierra_version_for_sierra_gas.split('.').map(Number),
    archivalL2: archival(file.archival_data_gas_costs),
    archivalL1: archival(file.deprecated_l2_resource_gas_costs),
    allocation: { blob: gas(file.allocation_cost.blob_cost), calldata: gas(file.allocation_cost.gas_cost) },
    stepL1Gas: file.vm_resource_fee_cost.n_steps,
    builtinL1Gas: builtins(file.vm_resource_fee_cost.builtins),
    stepGas: os.step_gas_cost,
    memoryHoleGas: os.memory_hole_gas_cost,
    blakeGas: os.builtin_gas_costs['blake'],
    // The output builtin has no price in gas.
    builtinGas: { output: 0, ...builtins(os.builtin_gas_costs) },
    syscallBaseGas: os.syscall_base_gas_cost.step_gas_cost * os.step_gas_cost,
    entryPointInitialBudget: os.entry_point_initial_budget.step_gas_cost * os.step_gas_cost,
    defaultInitialGas: os.default_initial_gas_cost.step_gas_cost * os.step_gas_cost,
    l1HandlerBounds: gas(os.l1_handler_max_amount_bounds),
    validateRounding: {
      blockNumber: os.validate_rounding_consts.validate_block_number_rounding,
      timestamp: os.validate_rounding_consts.validate_timestamp_rounding,
    },
    storedBlockHashBuffer: os.stored_block_hash_buffer,
    blockHashContractAddress: os.os_contract_addresses.block_hash_contract_address,
    aliasContractAddress: os.os_contract_addresses.alias_contract_address,
    syscalls: costs(resources.execute_syscalls),
    transactions: costs(resources.execute_txs_inner),
    kzgPerFelt: resourcesOf(resources.compute_os_kzg_commitment_info),
    v1BoundAccountsCairo0: os.v1_bound_accounts_cairo0.map(BigInt),
    v1BoundAccountsCairo1: os.v1_bound_accounts_cairo1.map(BigInt),
    v1BoundMaxTip: BigInt(os.v1_bound_accounts_max_tip),
    dataGasAccounts: os.data_gas_accounts.map(BigInt),
    allowedVirtualOsProgramHashes: os.allowed_virtual_os_program_hashes.map(BigInt),
    allowedProofVersions: os.allowed_proof_versions.map(BigInt),
  });
}

const archival = (costs: Archival) => ({
  gasPerDataFelt: costs.gas_per_data_felt,
  eventKeyFactor: costs.event_key_factor,
  gasPerCodeByte: costs.gas_per_code_byte,
  gasPerProof: costs.gas_per_proof,
});

const gas = ({ l1_gas, l1_data_gas, l2_gas }: Gas) => ({ l1Gas: l1_gas, l1DataGas: l1_data_gas, l2Gas: l2_gas });

const RENAMED: Readonly<Record<string, string>> = { ecop: 'ec_op' };

/** Counts or prices by the names that class files use. */
const builtins = <V>(values: Readonly<Record<string, V>>) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name.replace(/_builtin$/, ''), value] as const)
      .filter(([name]) => name !== 'blake')
      .map(([name, value]) => [RENAMED[name] ?? name, value]),
  );

const resourcesOf = ({ n_steps, builtin_instance_counter }: Resources) => ({
  steps: n_steps,
  builtins: Object.fromEntries(Object.entries(builtins(builtin_instance_counter)).filter(([, count]) => count > 0)),
});

const costs = (all: Readonly<Record<string, Cost>>) =>
  Object.fromEntries(Object.entries(all).map(([name, cost]) => [name, costOf(cost)]));

function costOf(cost: Cost): OsCost {
  if (!('constant' in cost)) return { constant: resourcesOf(cost) };
  const factor = cost.calldata_factor;
  const isScaled = factor !== undefined && 'resources' in factor;
  const perFelt = factor && resourcesOf(isScaled ? factor.resources : factor);
  const isFree = !perFelt || (perFelt.steps === 0 && Object.keys(perFelt.builtins).length === 0);
  return {
    constant: resourcesOf(cost.constant),
    ...(!isFree && { perFelt }),
    ...(isScaled && factor.scaling_factor !== 1 && { scale: factor.scaling_factor }),
  };
}

/** JSON, with numbers of any size as text. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, member) =>
      typeof member === 'bigint' || typeof member === 'number' ? String(member) : member,
    ),
  );
