import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { UDC_ADDRESS } from '../../src/chain/genesis/genesis.ts';
import { ArtifactStore } from '../../src/classes/artifactStore.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { originConnector } from '../../src/fork/originConnector.ts';
import { answerResponse } from '../../src/library/requests/answerResponse.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import type { Hex } from '../../src/rpc/format/hex.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { allTools } from '../../src/tools/allTools.ts';
import { accountAddress } from '../../test/support/signedTransactions.ts';
import { type Call, invoke } from '../../test/support/wallet.ts';
import { bookProject, bookText } from './bookProject.ts';
import { classText, givenClass, type Known, Story } from './story.ts';

const config = {
  ...defaultConfig,
  seed: 7,
  accounts: 2,
  journal: true,
  proofMode: 'devnet',
  stateArchiveCapacity: 'full',
} as const;

/** The node that every request to another node reaches. */
async function originFetch() {
  const { dispatcher } = new Hub(await createBundledNode({ ...defaultConfig, seed: 1 }));
  return async (_url: string, { body }: { readonly body: string }) =>
    answerResponse(await answerText(body, dispatcher, {}));
}

/** Makes the chain: the contract is declared, deployed and called twice, and a messenger is there. */
export async function beginStory(): Promise<Story> {
  const library = new ClassLibrary();
  const node = await createBundledNode(config, originConnector({ fetch: await originFetch() }), {
    library,
    artifacts: new ArtifactStore(bookProject),
    gas: allTools.gasCollector(),
    coverage: allTools.coverageCollector(),
  });
  const [first, second] = node.accounts;
  const account = { address: formatFelt(first!.address) as Hex, privateKey: formatFelt(first!.privateKey) as Hex };
  const compiled = await library.compile(readClassText(bookText));
  const book = accountAddress(compiled.classHash, []);
  const messenger = '0x4d';
  const known = {
    account,
    other: formatFelt(second!.address) as Hex,
    bookClass: formatFelt(compiled.classHash) as Hex,
    book: formatFelt(book) as Hex,
    messenger,
    nonce: 3n,
  } as const;
  const story = new Story(node, { ...known, recorded: '0x0', reverted: '0x0' });
  const send = async (nonce: bigint, call: Call) =>
    (await story.ask('starknet_addInvokeTransaction', invoke(account, nonce, call))).transaction_hash;
  const record = (amount: bigint) => ({ to: book, entryPoint: 'record', calldata: [amount] });
  const given = [classText('exerciser'), bookText].map(givenClass);
  const { classes } = await story.ask('devnet_applyStateDiff', { state_diff: {}, classes: given });
  await story.ask('devnet_setClassHash', { contract_address: messenger, class_hash: classes[0]!.class_hash });
  await send(0n, { to: UDC_ADDRESS, entryPoint: 'deployContract', calldata: [compiled.classHash, 0n, 0n, 0n] });
  const recorded = await send(1n, record(5n));
  const reverted = await send(2n, record(13n));
  const told: Known = { ...known, recorded, reverted };
  return new Story(node.clone(), told);
}
