import type { Abi } from '../../abi/types.ts';
import { UDC_ADDRESS } from '../../chain/genesis/genesis.ts';
import { declarableClass } from '../../chain/run/declarableClass.ts';
import { ClassError } from '../../classes/classError.ts';
import { ClassLibrary } from '../../classes/classLibrary.ts';
import type { Felt } from '../../felt/felt.ts';
import { SandboxError } from '../../library/errors.ts';
import { abiList } from '../../library/files/classFile.ts';
import type { SendRequest } from '../../library/requests/requests.ts';
import { type DeployingHost, declareClass } from '../../library/sending/deploying.ts';
import type { SentTransaction } from '../../library/sending/sentTransaction.ts';
import { type Hex, toHex } from '../../library/values.ts';
import { errors } from '../../protocol/errors.ts';
import { NEWEST_PROTOCOL, protocolNamed } from '../../protocol/versions.ts';
import { SierraError } from '../../sierra/sierraError.ts';
import { classCache } from '../start/classCache.ts';
import { StartError } from '../start/startError.ts';
import { tellIfSlow } from '../start/tellIfSlow.ts';
import type { ClassFile } from './namedClass.ts';
import type { Sending } from './sendingAccount.ts';

/** A class on the node. */
export interface DeclaredFile {
  readonly classHash: Hex;
  readonly compiledClassHash: Hex;
  /** The transaction that declared it; undefined if it was declared before. */
  readonly sent: SentTransaction | undefined;
}

/** A running node, as the library declares and deploys on one. */
export const deployingHost = (request: SendRequest, { sender }: Sending): DeployingHost => ({
  sender,
  udcAddress: UDC_ADDRESS,
  abiOf: (classHash) => declaredAbi(request, toHex(classHash)),
});

/** The ABI of a class that is declared on the node; undefined if there is none with this hash. */
export async function declaredAbi(request: SendRequest, classHash: Hex): Promise<Abi | undefined> {
  try {
    const found = await request('starknet_getClass', { block_id: 'pre_confirmed', class_hash: classHash });
    return abiList(found.abi);
  } catch (error) {
    if (error instanceof SandboxError && error.code === errors.classHashNotFound.code) return undefined;
    throw error;
  }
}

/** Compiles a class, with the cache of the server, and declares it unless it is declared. */
export async function declareFile(
  request: SendRequest,
  host: DeployingHost,
  { path, definition: { debugInfo: _, ...definition } }: ClassFile,
  from: Sending['from'],
): Promise<DeclaredFile> {
  const folder = process.env['STARBOX_CLASS_CACHE'] || undefined;
  const library = new ClassLibrary({ cache: classCache(folder, { write: () => undefined }) });
  const { starknet_version } = await request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
  const { rules } = protocolNamed(starknet_version) ?? NEWEST_PROTOCOL;
  const compiled = await tellIfSlow(
    (line) => void process.stderr.write(`${line}\n`),
    `Compiling ${path}`,
    async () => declarableClass(await library.compile(definition), rules),
  ).catch((error: unknown) => {
    if (!(error instanceof SierraError || error instanceof ClassError)) throw error;
    throw new StartError(`The class file ${path} cannot be compiled: ${error.message}`);
  });
  const { classHash, compiledClassHash } = compiled as { classHash: Felt; compiledClassHash: Felt };
  const [sent] = await Promise.all([
    declareClass(host, definition, { classHash, compiledClassHash }, { from, allowRevert: true }),
    // The command ends after this, and the cache writes later.
    library.flush(),
  ]);
  return { classHash: toHex(classHash), compiledClassHash: toHex(compiledClassHash), sent };
}
