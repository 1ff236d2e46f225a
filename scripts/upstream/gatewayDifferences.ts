import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GATEWAY_SOURCE, type GatewayLimits, gatewayVersions } from '../../src/protocol/gatewayLimits.ts';
import { MEMPOOL_SOURCE, mempoolLimits } from '../../src/protocol/mempoolLimits.ts';
import { jsonDifferences } from './differences.ts';
import { plain } from './tableDifferences.ts';

/** The files with the limits, which each branch has. */
const FILES = ['gateway_config.json', MEMPOOL_SOURCE.file];

/** Where our limits of the gateway and of the mempool differ from their configuration. The folder has one of each branch that the table names. */
export function gatewayDifferences(folder: string): readonly string[] {
  return gatewayVersions.flatMap(({ since, branch, changed: _, ...ours }) => {
    const published = publishedLimits(join(folder, branch, GATEWAY_SOURCE.folder));
    return jsonDifferences(published, plain({ ...ours, ...mempoolLimits })).map(
      (text) => `our gateway of ${since}: ${text}`,
    );
  });
}

function publishedLimits(folder: string): unknown {
  const values = FILES.flatMap((file) => {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`There is no ${path}; has it been moved?`);
    return Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
  });
  // The beginnings of the names depend on the version.
  const value = (name: string): unknown => values.find(([key]) => key.endsWith(`.${name}`))?.[1];
  const version = (name: string) => [value(`${name}.major`), value(`${name}.minor`)];
  return plain({
    minL2PriceFri: value('min_gas_price'),
    maxL2Gas: value('max_l2_gas_amount'),
    maxCalldataFelts: value('max_calldata_length'),
    maxSignatureFelts: value('max_signature_length'),
    // Before there were proofs there was no limit for them.
    maxProofBytes: value('max_proof_size') ?? 0,
    maxNonceGap: value('max_allowed_nonce_gap'),
    oldestSierra: version('min_sierra_version'),
    newestSierra: version('max_sierra_version'),
    maxSierraFelts: value('max_contract_bytecode_size'),
    maxClassBytes: value('max_contract_class_object_size'),
    replacementPercent: value('fee_escalation_percentage'),
    lifetimeSeconds: value('transaction_ttl'),
    declareDelaySeconds: value('declare_delay'),
    capacityBytes: value('capacity_in_bytes'),
  } satisfies Record<keyof Omit<GatewayLimits, 'since' | 'branch' | 'changed'> | keyof typeof mempoolLimits, unknown>);
}
