import { readFileSync } from 'node:fs';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../examples/l1/${name}`, import.meta.url), 'utf8'));

/** The bridge of the example, on L1. */
export const bridgeContract: { readonly abi: readonly object[]; readonly bytecode: `0x${string}` } =
  read('Bridge.json');

/** A sandbox with an EVM as its L1, and the bridge of the example on L2. */
export async function evmWorld(options: SandboxOptions = {}) {
  const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' }, ...options });
  const l2Bridge = await box.deploy(read('bridge.contract_class.json'));
  return { box, l2Bridge, received: async () => BigInt((await l2Bridge.read['received']!()) as bigint) };
}

/** Asks the L1 of a sandbox. */
export const asking =
  (box: Sandbox) =>
  (method: string, params: unknown = []) =>
    box.l1.provider.request({ method, params });
