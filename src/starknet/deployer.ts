import type { BigNumberish, Deployer, DeployerCall, RawArgs } from 'starknet';
import { contractAddress } from '../execution/hash/address.ts';
import { type Felt, formatFelt, toFelt } from '../felt/felt.ts';
import { pedersen } from '../felt/hash.ts';
import { attempt } from './attempt.ts';
import { starknetJs } from './peer.ts';

interface Deployment {
  readonly classHash: BigNumberish;
  readonly salt?: BigNumberish;
  readonly unique?: boolean;
  readonly constructorCalldata?: RawArgs;
  readonly abi?: unknown;
}

/**
 * A deployer of starknet.js that computes addresses with the kernel. Arguments that an ABI has to encode, and what cannot be read, are left
 * to starknet.js. Undefined if this version has no deployers.
 */
export function kernelDeployer(): Deployer | undefined {
  const { Deployer, CallData, transaction } = starknetJs();
  if (!Deployer) return undefined;
  return new (class extends Deployer {
    override buildDeployerCall(payload: Parameters<Deployer['buildDeployerCall']>[0], address: string): DeployerCall {
      return attempt(() => this.#callsOf([payload].flat(), address)) ?? super.buildDeployerCall(payload, address);
    }

    #callsOf(deployments: readonly Deployment[], address: string): DeployerCall | undefined {
      if (deployments.some(({ abi }) => abi)) return undefined;
      const made = deployments.map(({ classHash, salt = randomSalt(), unique = true, constructorCalldata = [] }) => {
        const compiled = transaction.getCompiledCalldata(constructorCalldata, () =>
          CallData.compile(constructorCalldata),
        );
        return {
          call: {
            contractAddress: hex(this.address),
            entrypoint: this.entryPoint,
            calldata: [classHash, salt, unique ? '1' : '0', compiled.length, ...compiled],
          },
          address: formatFelt(
            contractAddress(
              unique ? felt(this.address) : felt(0),
              unique ? pedersen(felt(address), felt(salt)) : felt(salt),
              felt(classHash),
              compiled.map(felt),
            ),
          ),
        };
      });
      return { calls: made.map(({ call }) => call), addresses: made.map((each) => each.address) };
    }
  })();
}

const felt = (value: BigNumberish): Felt => toFelt(BigInt(value));

const hex = (value: BigNumberish): string => `0x${BigInt(value).toString(16)}`;

/** 31 random bytes, which every felt can hold. */
function randomSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(31));
  return hex(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}
