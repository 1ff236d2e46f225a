import { formatFelt } from '../../felt/felt.ts';
import type { Json } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { LARGEST_BUFFER, readRegular } from '../../platform/regularFile.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { formatConfig } from '../../rpc/format/config.ts';
import { entriesOf } from '../../rpc/journal/journalEntry.ts';
import { kindOfFile } from '../../rpc/journal/ownFile.ts';
import { defaultServerConfig } from '../../rpc/serverConfig.ts';
import { askNode, NodeAnswerError } from '../commands/askNode.ts';
import type { NodeAddress } from '../commands/nodeAddress.ts';
import { recordFiles } from '../start/recordFiles.ts';
import { StartError } from '../start/startError.ts';

/** What a report says about a chain, before anything is redacted. */
export interface ChainFacts {
  readonly facts: Json;
  readonly journal: readonly Json[] | string;
  /** The private keys of the predeployed accounts, which the report must not have. */
  readonly keys: readonly string[];
}

const MOST_FAILURES = 5;
const exact = (text: string): unknown => parseJson(text, sourceLimits.fileJson);

/** The chain of a running node. */
export async function factsOfNode(node: NodeAddress): Promise<ChainFacts> {
  /** A node that is restricted, older or not ours answers some requests with an error, which then is what the report says. */
  const ask = async (method: string, params: object, parse?: (text: string) => unknown): Promise<Json> => {
    try {
      return await askNode<Json>(node, method, params, parse);
    } catch (error) {
      if (error instanceof NodeAnswerError) return { error: error.code, message: error.answered };
      throw error;
    }
  };
  const config = await ask('devnet_getConfig', {});
  const status = await ask('devnet_getStatus', {});
  const accounts = await ask('devnet_getPredeployedAccounts', {});
  const journal = await ask('devnet_dump', { inline: true }, exact);
  return {
    facts: { config, status, failures: await failures(ask) },
    keys: Array.isArray(accounts) ? accounts.map((account) => String(account.private_key)) : [],
    journal: Array.isArray(journal)
      ? journal
      : 'The node keeps no journal, or does not give it away. Start it with --dump-on request, repeat what failed, and run starbox report again.',
  };
}

/** The explanations of the last transactions that failed. */
async function failures(ask: (method: string, params: object) => Promise<Json>): Promise<Json> {
  const page = (await ask('devnet_getTransactions', { limit: 100 })) as {
    readonly transactions?: readonly { readonly transaction_hash: string; readonly execution_status: string }[];
  };
  const failed = (page.transactions ?? []).filter(({ execution_status: status }) => status === 'REVERTED');
  const explained: Json[] = [];
  for (const { transaction_hash } of failed.slice(0, MOST_FAILURES)) {
    const answer = (await ask('devnet_explainTransaction', { transaction_hash })) as { readonly text?: string };
    explained.push({ transaction_hash, explanation: answer.text?.split('\n') ?? null });
  }
  return explained;
}

/** The chain of a dump or a state file. */
export async function factsOfFile(path: string): Promise<ChainFacts> {
  const bytes = await readRegular(path, LARGEST_BUFFER, 'the largest file that can be loaded').catch(
    (error: unknown) => {
      throw new StartError(`${path} cannot be read: ${ioReason(error)}`);
    },
  );
  const kind = kindOfFile(bytes.toString('latin1', 0, 4096));
  if (kind === 'state') return factsOfState(path);
  if (kind !== 'dump')
    throw new StartError(
      `${path} is no dump and no state file of Starbox. Give such a file, or none to report on a running node.`,
    );
  try {
    return { facts: null, keys: [], journal: exact(bytes.toString()) as readonly Json[] };
  } catch (error) {
    throw new StartError(`${path} is no dump: ${(error as Error).message}`);
  }
}

async function factsOfState(path: string): Promise<ChainFacts> {
  const { nodeOfState } = await import('../save/nodeOfState.ts');
  const node = await nodeOfState(path, undefined, { forking: { standIn: recordFiles() }, surroundings: {} });
  const config = JSON.parse(writeJson(formatConfig(node, defaultServerConfig, (name) => name, 'starknet')));
  return {
    facts: {
      config,
      status: { block_number: node.chain.latest.number, transaction_count: node.chain.transactionCount },
    },
    keys: node.accounts.map(({ privateKey }) => formatFelt(privateKey)),
    journal: entriesOf(node.value.journal) as unknown as readonly Json[],
  };
}
