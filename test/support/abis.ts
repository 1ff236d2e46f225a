// ABIs that several tests share.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The ABI of one of our own classes, as the list that it is. */
export function ownAbi(name: string): readonly { readonly type: string }[] {
  const { abi } = JSON.parse(readFileSync(join(root, 'contracts/classes', name), 'utf8'));
  return typeof abi === 'string' ? JSON.parse(abi) : abi;
}

export const ownAbiNames = readdirSync(join(root, 'contracts/classes')).filter((name) => name.endsWith('.json'));

const artifacts = join(root, 'node_modules/@hyperlane-xyz/starknet-core/dist/artifacts');

/** Real ABIs of many contracts, with components, from a package. */
export async function hyperlaneAbis(): Promise<Map<string, readonly { readonly type: string }[]>> {
  const abis = new Map();
  for (const file of readdirSync(artifacts)) {
    if (!file.endsWith('.contract_class.js') || file.includes('compiled')) continue;
    const [value] = Object.values(await import(pathToFileURL(join(artifacts, file)).href)) as { abi: unknown }[];
    abis.set(file, typeof value!.abi === 'string' ? JSON.parse(value!.abi) : value!.abi);
  }
  return abis;
}
