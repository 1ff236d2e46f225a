import type { Node } from '../../chain/node.ts';
import { circleIn } from '../../json/circle.ts';
import { writeJson } from '../../json/writeJson.ts';
import { helpedData } from '../../protocol/chainError.ts';
import { errors } from '../../protocol/errors.ts';
import { answerText } from '../../rpc/answerText.ts';
import type { Caller } from '../../rpc/dispatch.ts';
import { FaultInterruption } from '../../rpc/faults/faultInterruption.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { fromCaller } from '../../text/callerStack.ts';
import { type ErrorAnswer, type SandboxBusyError, SandboxClosedError, SandboxError } from '../errors.ts';
import { hasPlatform, platform } from '../platform.ts';
import { readAnswer } from './readAnswer.ts';
import type { SendRequest } from './requests.ts';
import { RunningCalls } from './runningCalls.ts';

/** The way from a sandbox to its node, until it is closed. */
export class Connection {
  readonly #hub: Hub;
  /** The calls of the user that can change the chain. */
  readonly running = new RunningCalls();
  /** How often the requests of this connection have changed the chain. */
  changes = 0;
  #nextId = 1;
  #isClosed = false;
  readonly #closeListeners = new Set<() => void>();
  /** Why the sandbox takes no requests any more, if it is not closed. */
  #refusal: string | undefined;

  constructor(hub: Hub) {
    this.#hub = hub;
    for (const way of [this.request, this.own]) connections.set(way, this);
  }

  get node(): Node {
    return this.#hub.node;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The requests of the user, who is a client. */
  readonly request: SendRequest = (method: string, params?: unknown): Promise<never> =>
    this.#run(method, params, false);

  /** The requests of the methods of a sandbox, which no fault disturbs. */
  readonly own: SendRequest = (method: string, params?: unknown): Promise<never> => this.#run(method, params, true);

  #run(method: string, params: unknown, isControl: boolean): Promise<never> {
    const send = () => this.#send(method, params, isControl);
    return this.#hub.canChange(method) ? this.running.run('request', () => method, send) : send();
  }

  async #send(method: string, params: unknown, isControl: boolean): Promise<never> {
    const id = this.#nextId++;
    let helped: unknown;
    let explanation: (() => string | undefined) | undefined;
    const failed: Caller['failed'] = (error) => {
      helped = helpedData(error);
      explanation = error.explainLater;
    };
    const request = requestText(id, method, params);
    const changed = () => void this.changes++;
    const answering = this.answer(request, { failed, changed, explainsLater: true, isControl });
    const text = await (this.hasFaults ? answering.catch(this.interrupted) : answering);
    const answer = readAnswer(text) as unknown as { error?: ErrorAnswer; result?: never };
    if (answer.error) {
      // What an unfinished request fails with after the end is of no use to anybody.
      if (this.#isClosed && answer.error.code === errors.internalError.code) throw closedDuring(method);
      throw new SandboxError(method, withExplanation(answer.error, explanation), {
        params,
        helpedData: helped,
        explanation,
      });
    }
    return answer.result as never;
  }

  /** The text of the answer to the text of a request. */
  async answer(text: string, caller: Caller = {}): Promise<string> {
    if (this.#isClosed || this.#refusal !== undefined) throw new SandboxClosedError(this.#refusal);
    const answer = await answerText(text, this.#hub.dispatcher, caller);
    return hasPlatform() && !this.#hub.strictAnswers
      ? platform('Debugging').hintedAnswer(text, answer, () => this.saveState())
      : answer;
  }

  /** The text of the paymaster's answer to the text of a request. */
  async answerByPaymaster(text: string, apiKey: string | undefined): Promise<string> {
    this.checkOpen();
    return answerText(text, await this.#hub.paymaster.front(apiKey));
  }

  /** The same of the L1 in this process. */
  async answerByL1(text: string): Promise<string> {
    this.checkOpen();
    return answerText(text, this.#hub.l1.front());
  }

  /** Whether faults disturb clients. */
  get hasFaults(): boolean {
    return this.#hub.dispatcher.faults.plan !== undefined;
  }

  /** Throws the error of a request; one that is never answered goes on until there are no faults any more. */
  readonly interrupted = async (error: unknown): Promise<never> => {
    if (error instanceof FaultInterruption && error.kind === 'silence' && !this.#isClosed)
      await this.#hub.dispatcher.faults.untilCleared();
    throw error;
  };

  /** Takes no more requests. The sandbox can still be cloned. */
  refuse(reason: string): void {
    this.#refusal = reason;
  }

  /** The bytes of a state file of the chain. */
  saveState(): Promise<Uint8Array> {
    return this.#hub.saveState();
  }

  /** Throws if the sandbox is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw new SandboxClosedError();
  }

  /** Calls a listener when the sandbox is closed. Returns what ends that. */
  onClose(listener: () => void): () => void {
    this.#closeListeners.add(listener);
    return () => void this.#closeListeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    for (const listener of this.#closeListeners) listener();
  }
}

/** The error of an answer, with the explanation in its data as other clients have it. It is made when it is read. */
function withExplanation(error: ErrorAnswer, explain: (() => string | undefined) | undefined): ErrorAnswer {
  if (!explain) return error;
  const data = Object.defineProperty({ ...(error.data as object) }, 'explanation', { get: explain, enumerable: true });
  return { ...error, data };
}

/** The text of a request. Throws a TypeError for parameters that JSON cannot write. */
function requestText(id: number, method: string, params: unknown): string {
  try {
    return writeJson({ jsonrpc: '2.0', id, method, params });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const circle = circleIn(params, 'params');
    const reason =
      circle === undefined
        ? 'The parameters are nested too deep.'
        : `${circle} contains itself, so it cannot be written as JSON.`;
    throw fromCaller(new TypeError(`${method}: ${reason}`));
  }
}

/** Connections by the functions that lead to them: `request` and `fetch` of a sandbox. */
const connections = new WeakMap<object, Connection>();

/** Makes a connection known by the `fetch` of its sandbox too. */
export const connectFetch = (fetch: object, connection: Connection): void => void connections.set(fetch, connection);

/** The node of a sandbox. */
export const nodeOf = ({ request }: { readonly request: SendRequest }): Node => connections.get(request)!.node;

/** The requests of a test itself to a sandbox, which no fault disturbs. */
export const ownRequest = ({ request }: { readonly request: SendRequest }): SendRequest =>
  connections.get(request)?.own ?? request;

/** Does the work of a call of a sandbox by another library, so that `restore` knows of it. */
export function runCall<T>({ fetch }: { readonly fetch: object }, what: string, work: () => Promise<T>): Promise<T> {
  const running = connections.get(fetch)?.running;
  return running ? running.run('call', () => what, work) : work();
}

/** How many calls of a sandbox that can change its chain have not ended. */
export const runningCalls = ({ request }: { readonly request: SendRequest }): number =>
  connections.get(request)?.running.calls ?? 0;

/** How often the chain of a sandbox was changed by anything but its requests: by other clients, timers and restores. */
export const changesOfOthers = ({ request }: { readonly request: SendRequest }): number => {
  const { node, changes } = connections.get(request)!;
  return node.changes - changes;
};

/** Waits for calls of a sandbox that nobody awaited. Returns an error that begins at the first of them; undefined if there are none. */
export const settleCalls = async ({
  request,
}: {
  readonly request: SendRequest;
}): Promise<SandboxBusyError | undefined> => connections.get(request)?.running.settle();

/** Refuses all further requests to a sandbox, which has `request`. */
export const refuseRequests = ({ request }: { readonly request: SendRequest }, reason: string): void =>
  connections.get(request)?.refuse(reason);

const closedDuring = (method: string): SandboxClosedError =>
  new SandboxClosedError(
    `This sandbox was closed while ${method} was running. Is an \`await\` missing, before what uses the sandbox or before \`expect(…)\`?`,
  );
