import type { Account, RpcProvider } from 'starknet';
import { abiText } from '../sierra/class/abiText.ts';
import { attempt } from './attempt.ts';
import { withClassHashes } from './classHashes.ts';
import { type Methods, replace } from './methods.ts';

/** The methods that take a class to declare. */
const DECLARING = ['declare', 'declareIfNot', 'declareAndDeploy', 'estimateDeclareFee'];

/**
 * Makes declarations cheap for the client. starknet.js hashes a class, writes it as text, compresses it, expands it again and writes it once
 * more, for the estimate and for the transaction. Here hashes come from the kernel, the texts are kept, and nothing is compressed.
 */
export function declareQuickly(account: Account, rpc: RpcProvider): void {
  const methods = account as unknown as Methods;
  const channel = rpc.channel as unknown as { readonly getStarknetVersion?: () => Promise<string> };
  let version: Promise<string | undefined> | undefined;
  const withHashes = async (payload: unknown) => {
    version ??= (async () => channel.getStarknetVersion?.())().catch(() => undefined);
    return withClassHashes(payload as object, await version);
  };
  for (const name of DECLARING)
    replace(
      methods,
      name,
      (original) =>
        async (payload, ...rest) =>
          original(await withHashes(payload), ...rest),
    );
  replace(methods, 'buildDeclarePayload', (original) => async (given, details) => {
    const payload = await withHashes(given);
    const { contract, classHash, compiledClassHash } = payload as Payload;
    const ready = classHash && compiledClassHash ? sentClass(contract, classHash) : undefined;
    if (!ready) return original(payload, details);
    const { walletAddress: senderAddress, skipValidate } = details as Details;
    const signature = skipValidate
      ? []
      : await account.signer.signDeclareTransaction({
          ...(details as Parameters<typeof account.signer.signDeclareTransaction>[0]),
          classHash,
          compiledClassHash,
          senderAddress,
        });
    return { senderAddress, signature, contract: ready, compiledClassHash };
  });
}

interface Payload {
  readonly contract: unknown;
  readonly classHash: string;
  readonly compiledClassHash: string;
}

interface Details {
  readonly walletAddress: string;
  readonly skipValidate?: boolean;
}

// Tests declare the same object again and again. It may be changed in between, so what was sent is known by its hash too.
const sentClasses = new WeakMap<object, { readonly classHash: string; readonly sent: object }>();

/** A class as it is sent. starknet.js expands a program only if it is a text. */
function sentClass(contract: unknown, classHash: string): object | undefined {
  if (typeof contract !== 'object' || contract === null) return undefined;
  const known = sentClasses.get(contract);
  if (known?.classHash === classHash) return known.sent;
  const { sierra_program_debug_info: _, ...given } = contract as { readonly [member: string]: unknown };
  if (!Array.isArray(given['sierra_program']) || !Array.isArray(given['abi'])) return undefined;
  const sent = attempt(() => ({ ...given, abi: abiText(given['abi']) }));
  if (sent) sentClasses.set(contract, { classHash, sent });
  return sent;
}
