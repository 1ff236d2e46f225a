import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { urlRefusal } from '../../protocol/refusedPorts.ts';
import { safeLines } from '../../text/safeText.ts';
import { StartError } from '../start/startError.ts';
import type { NodeAddress } from './nodeAddress.ts';

const TIMEOUT_MS = 60_000;

/** An error that a node answered with. The message is for users; commands say more about errors that they expect. */
export class NodeAnswerError extends StartError {
  readonly code: number;
  /** The message of the node. */
  readonly answered: string;
  readonly data: unknown;
  constructor(url: string, code: number, message: string, data: unknown) {
    super(
      `The node at ${url} answered with error ${code}: ${message}${detailOf(data)}${
        code === errors.methodNotFound.code ? '. Is it an older Starbox, or another server?' : ''
      }`,
    );
    this.code = code;
    this.answered = message;
    this.data = data;
  }
}

/** What the node says beside its message: a text, or why a transaction was reverted. */
function detailOf(data: unknown): string {
  const { revert_reason: reason } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const detail = reason ?? data;
  return typeof detail === 'string' ? ` (${safeLines(detail)})` : '';
}

interface ErrorAnswer {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: ErrorAnswer;
}

/** Sends one request to a running node. Throws StartError if no node answers, NodeAnswerError if it answers with an error. */
export async function askNode<T>(
  node: NodeAddress,
  method: string,
  params: object,
  parse?: (text: string) => unknown,
): Promise<T> {
  const answer = await post(node, requestText(method, params), parse);
  if (!answer.error) return answer.result as T;
  const { code = 0, message = 'unknown error', data } = await helped(node, method, params, answer.error);
  throw new NodeAnswerError(node.url, code, message, data);
}

const requestText = (method: string, params: object) => writeJson({ jsonrpc: '2.0', id: 1, method, params });

/** Methods of the specification that change nothing. */
const READ = /^starknet_(?!add)/;

/** The error with its help. A node with strict answers gives it only under the names that starknet-devnet does not have. */
async function helped(node: NodeAddress, method: string, params: object, error: ErrorAnswer): Promise<ErrorAnswer> {
  if (!READ.test(method)) return error;
  const { error: again } = await post(node, requestText(method.replace(READ, 'chain_'), params));
  return again !== undefined && again.code === error.code ? again : error;
}

async function post(node: NodeAddress, body: string, parse: (text: string) => unknown = JSON.parse): Promise<Answer> {
  const { url } = node;
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new StartError(unreachable(node, error));
  }
  const text = await response.text();
  try {
    const answer = parse(text);
    if (typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer))
      return answer as Answer;
  } catch {
    // Not JSON: the answer of something else, or a refusal.
  }
  // A body that is too large: the node says which option allows it.
  if (response.status === 413)
    throw new StartError(`The node at ${url} refused a request of ${body.length} characters. ${text.trim()}`);
  throw new StartError(`${url} does not answer as a node (HTTP ${response.status}): ${text.slice(0, 200).trim()}`);
}

/** Why a node cannot be asked, and what to do. */
export function unreachable({ url, source }: NodeAddress, error: unknown): string {
  const where = source === undefined ? url : `${url} (${source})`;
  if ((error as Error).name === 'TimeoutError')
    return `The node at ${where} did not answer within ${TIMEOUT_MS / 1000} seconds.`;
  const refusal = urlRefusal(url);
  if (refusal !== undefined)
    return `${refusal}, so the node at ${where} cannot be asked. Start it with another --port, and name it with --url or STARBOX_URL.`;
  const code = (error as { cause?: { code?: string } }).cause?.code;
  if (code === 'ECONNREFUSED')
    return `No node listens at ${where}. Start one with 'starbox', or name another with --url or STARBOX_URL.`;
  return `The node at ${where} cannot be reached: ${code ?? (error as Error).message}. Name another with --url or STARBOX_URL.`;
}
