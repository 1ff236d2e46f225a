// From a request to its answer: find the method, read its parameters, look at restrictions, run it.

import { takeThread } from '../async/turnMeter.ts';
import { RequestMemory } from '../budget/requestMemory.ts';
import { MemoryRefused } from '../budget/workMemory.ts';
import type { Cancellation } from '../chain/cancellation.ts';
import { ChainView } from '../chain/chainView.ts';
import type { ChainDraft } from '../chain/draft/chainDraft.ts';
import type { Node } from '../chain/node.ts';
import { noMemoryLeft } from '../chain/run/memoryErrors.ts';
import type { FaultSettings } from '../faults/faultRule.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Json } from '../json/json.ts';
import { unwritten, WrittenJson } from '../json/writtenJson.ts';
import type { Fetch } from '../l1/l1Client.ts';
import type { LoadEvm } from '../l1evm/loadEvm.ts';
import { ChainError, helpedData } from '../protocol/chainError.ts';
import { type Hints, hint, message } from '../protocol/message.ts';
import { type LoadTools, loadedTools } from '../tools/tools.ts';
import { type Answer, errorAnswer } from './answer.ts';
import type { Boxes } from './boxes.ts';
import { CallScope } from './callScope.ts';
import type { Context } from './context.ts';
import { type Dialect, splitMethodName, writeMethodName } from './dialect.ts';
import { type Envelope, type Params, type RequestId, readEnvelope } from './envelope.ts';
import type { CallFaults } from './faults/answerUnderFaults.ts';
import { FaultFront, type FaultObserver } from './faults/faultFront.ts';
import { namingEvent, readDumpEvents } from './journal/dumpedRequests.ts';
import type { Files } from './journal/files.ts';
import type { JournalEntry } from './journal/journalEntry.ts';
import { JournalFile, type JournalLag } from './journal/journalFile.ts';
import { journalParams } from './journal/journalParams.ts';
import { flush } from './l1/flush.ts';
import { findMethod, forbiddenMethods, type Method, type Methods } from './method.ts';
import { methodNotFound, subscriptionNotFound } from './notFound.ts';
import { orOrigin } from './origin/forward.ts';
import { LateError, RpcError, rpcErrorOf } from './rpcError.ts';
import { defaultServerConfig, type ServerConfig } from './serverConfig.ts';
import type { OlderSpec } from './spec/olderSpec.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';
import { surpriseText } from './surpriseText.ts';

/** The client of a call, and its cancellation. */
export interface Caller {
  readonly subscriptions?: Subscriptions | undefined;
  readonly signal?: Cancellation | undefined;
  /** A member of a batch may not subscribe. */
  readonly inBatch?: boolean;
  /** The older version of the specification that the client speaks; undefined for ours. */
  readonly spec?: OlderSpec | undefined;
  /** Gets the memory of a single request with its answer, and has to end it. Default: it is ended when the answer is written. */
  readonly takeOver?: ((memory: RequestMemory) => void) | undefined;
  /** Is called with the error of the answer, which has its help even if the answer does not. */
  readonly failed?: ((error: RpcError) => void) | undefined;
  /** Whether the call is one of the test's own hand, which faults leave alone. */
  readonly isControl?: boolean | undefined;
  /** Whether a part of the node asks, such as its paymaster. What is forbidden to clients is not forbidden to it. */
  readonly isOwn?: boolean | undefined;
  /** What faults change about this call. */
  readonly faults?: CallFaults | undefined;
  /** Is called with the names of the faults of a request that is answered all the same. */
  readonly faulted?: ((faults: string) => void) | undefined;
  /** Is called if the call has changed the chain. */
  readonly changed?: (() => void) | undefined;
  /** Whether `failed` may get errors that are explained later, if at all: `RpcError.explainLater`. */
  readonly explainsLater?: boolean | undefined;
}

export type Call = Extract<Envelope, { kind: 'call' }>;

/** How one call ended, for logs and metrics. */
export interface CallReport {
  /** As the client wrote it. */
  readonly method: string;
  /** The name of the method in the starknet dialect; undefined for an unknown method. */
  readonly name: string | undefined;
  readonly milliseconds: number;
  readonly error: RpcError | undefined;
  /** What the call was answered with, if it did not fail. */
  readonly result: unknown;
  readonly node: Node;
  /** The method is unknown or its parameters did not parse. */
  readonly unparsed: boolean;
  readonly overSocket: boolean;
  /** For a change: how long it waited for its turn. Undefined for a read, which never waits. */
  readonly waitMilliseconds: number | undefined;
}

export interface DispatcherOptions {
  readonly node: Node;
  readonly methods: Methods;
  /** How the node is served. Default: as by a start without options. */
  readonly server?: ServerConfig | undefined;
  /** Checks transactions by the rules of the networks. Default: they are not checked. */
  readonly gateway?: Gateway | undefined;
  /** What messages advise, in the words of the options that clients have. Default: those of the library. */
  readonly hints?: Hints | undefined;
  readonly files?: Files | undefined;
  /** The boxes of the server, if there is one. */
  readonly boxes?: Boxes | undefined;
  /** Is called when the file of `--dump-on block` falls behind the chain, and when it is complete again. */
  readonly tellLag?: ((lag: JournalLag | undefined) => void) | undefined;
  /** Loads what measures contracts. Default: there is none, as in a page. */
  readonly tools?: LoadTools | undefined;
  /** Loads an EVM for an L1 in this process. Default: there is none, as in a page. */
  readonly loadEvm?: LoadEvm | undefined;
  /** Sends requests to an L1 node. Default: the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly report?: ((report: CallReport) => void) | undefined;
  /** Faults that are in force from the start. Default: none. */
  readonly faults?: FaultSettings | undefined;
  /** Follows what faults do. */
  readonly faultObserver?: FaultObserver | undefined;
  /** Is called for a text that is not a request. */
  readonly malformed?: ((reason: string) => void) | undefined;
  /** Is called for internal errors. */
  readonly surprise?: ((error: unknown, method: string) => void) | undefined;
}

/** Answers calls, one by one. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #server: ServerConfig;
  readonly #restricted: ReadonlySet<string>;
  readonly #journalFile: JournalFile | undefined;
  /** What happens to requests and notifications of clients on their way. */
  readonly faults: FaultFront;
  /** Why every call is refused. */
  #refusal: string | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#server = options.server ?? defaultServerConfig;
    const { dumpOn, dumpPath, restrictedMethods } = this.#server;
    this.#restricted = forbiddenMethods(options.methods, restrictedMethods ?? []);
    const { node, methods, faultObserver, surprise } = options;
    this.faults = new FaultFront(node, methods, faultObserver, (error) => surprise?.(error, 'reorganisation'));
    if (options.faults) this.faults.set(options.faults);
    if (dumpOn === 'block' && dumpPath !== undefined && options.files)
      this.#journalFile = new JournalFile({
        file: options.files.list(dumpPath),
        current: () => options.node.value.journal,
        tell: options.tellLag,
      });
  }

  /** From now on every call is answered with an error, also the rest of a batch. Calls that are running go on. */
  refuseCalls(reason = 'The node is shutting down.'): void {
    this.#refusal = reason;
  }

  /** Reports a text that is not a request. */
  reportMalformed(reason: string): void {
    this.#options.malformed?.(reason);
  }

  /** Answers a call; never throws. */
  async answer(call: Call, caller: Caller): Promise<Answer> {
    const start = performance.now();
    const found = findMethod(this.#options.methods, call.method);
    const work = found && nameIn(found.method, 'starknet');
    takeThread(work);
    let error: RpcError | undefined;
    let unparsed = true;
    let answer: Answer;
    let waitMilliseconds: number | undefined;
    const onTurn = (waited: number) => {
      waitMilliseconds = (waitMilliseconds ?? 0) + waited;
    };
    try {
      const prepared = this.#prepare(call, caller, found, onTurn);
      const run = prepared instanceof Promise ? await prepared : prepared;
      unparsed = false;
      const made = run();
      // What is there already is not waited for.
      const result = made instanceof Promise ? await made : made;
      // What follows is the answer's text.
      if (made instanceof Promise) takeThread(work);
      answer = { jsonrpc: '2.0', id: call.id, result: result ?? null };
    } catch (thrown) {
      error = this.errorOf(thrown, call.method);
      caller.failed?.(error);
      // The only place where help gets into answers.
      answer = errorAnswer(
        call.id,
        error,
        this.#isStrict(splitMethodName(call.method)?.dialect) ? error.data : helpedData(error),
      );
    }
    if (caller.spec) answer = inOlderSpec(answer, caller.spec, found?.method.name);
    this.#options.report?.({
      method: call.method,
      name: work,
      milliseconds: performance.now() - start,
      error,
      result: 'result' in answer ? answer.result : undefined,
      node: this.#options.node,
      unparsed,
      overSocket: caller.subscriptions !== undefined,
      waitMilliseconds,
    });
    return answer;
  }

  /** Whether an answer is exactly that of starknet-devnet. The neutral names are ours, and so are the answers to them. */
  #isStrict(dialect: Dialect = 'starknet'): boolean {
    return this.#server.strictAnswers && dialect === 'starknet';
  }

  #prepare(
    call: Call,
    caller: Caller,
    found: ReturnType<typeof findMethod>,
    onTurn: (waitedMilliseconds: number) => void,
  ): (() => unknown) | Promise<() => unknown> {
    if (this.#refusal !== undefined) throw new RpcError('internalError', { message: this.#refusal });
    if (!found) throw methodNotFound(this.#options.methods, call.method);
    if (found.method.kind === 'subscription' && (!caller.subscriptions || caller.inBatch))
      throw subscriptionNotFound(found.method, caller.subscriptions !== undefined);
    caller.spec?.check(found.method.name, call.params);
    const params = found.method.read((call.params ?? null) as Json, this.#options.node.config);
    return params instanceof Promise
      ? params.then((read) => this.#bind(call, caller, found, read, onTurn))
      : this.#bind(call, caller, found, params, onTurn);
  }

  /** A call with its context and the parameters that were read. */
  #bind(
    call: Call,
    caller: Caller,
    { method, dialect }: NonNullable<ReturnType<typeof findMethod>>,
    params: unknown,
    onTurn: (waitedMilliseconds: number) => void,
  ): () => unknown {
    if (!caller.isOwn && this.#restricted.has(method.name)) throw methodForbidden(method);
    const { node } = this.#options;
    // A transaction that will be evicted changes nothing.
    const keeps = method.journal === 'request' && node.config.journal && !caller.faults?.isEvicted;
    const record = keeps ? journalEntry(method, call.params, call.id) : undefined;
    const write: Context['write'] = (job) => {
      const start = performance.now();
      const timed = (draft: ChainDraft) => {
        onTurn(performance.now() - start);
        takeThread(nameIn(method, 'starknet'));
        return job(draft);
      };
      return node.write(timed, { record, signal: caller.signal, changed: caller.changed });
    };
    const context = this.#context(dialect, caller, write);
    if (method.origin && context.chain.origin)
      return () => orOrigin(context.chain, method, params as object, () => method.run(context, params));
    const changesJournal = record !== undefined || method.journal === 'own';
    const run = () => method.run(context, params);
    return changesJournal && this.#journalFile ? () => this.#following(run) : run;
  }

  /** Runs a journaled method, then writes the journal on. A write that fails is no failure of the method. */
  async #following(run: () => unknown): Promise<unknown> {
    let late: LateError | undefined;
    const result = await Promise.resolve(run()).catch((error: unknown) => {
      if (!(error instanceof LateError)) throw error;
      late = error;
    });
    await this.#journalFile!.follow();
    if (late) throw late;
    return result;
  }

  #context(dialect: Dialect, caller: Caller, write: Context['write'], draft?: ChainDraft): Context {
    const { node, methods, gateway, files, boxes, tools, loadEvm, fetch = globalThis.fetch } = this.#options;
    return {
      node,
      server: this.#server,
      forbidden: this.#restricted,
      chain: draft?.view ?? chainFor(node, caller),
      faults: this.faults,
      isEvicted: caller.faults?.isEvicted ?? false,
      gateway: draft ? undefined : gateway,
      memory: caller.signal?.memory ?? new RequestMemory(),
      dialect,
      spec: caller.spec,
      isStrict: this.#isStrict(dialect),
      explainsLater: caller.explainsLater === true && !this.#isStrict(dialect),
      nameOf: (name) => writeMethodName(methods.get(name)?.group ?? 'chain', name, dialect),
      write,
      isReplay: draft !== undefined,
      replay: (on, request) => this.#replay(on, request),
      subscriptions: caller.subscriptions,
      journalFile: this.#journalFile,
      files,
      boxes: draft ? undefined : boxes,
      tools: () => loadedTools(tools),
      loadEvm,
      fetch,
    };
  }

  /** Exchanges messages with L1, whatever methods clients may not call; in the background if no client waits for it. */
  async flush({ isBackground = false }: { readonly isBackground?: boolean } = {}): Promise<void> {
    const { node, loadEvm, fetch = globalThis.fetch } = this.#options;
    const run = () => flush({ write: (job) => node.write(job, { isBackground }), fetch, loadEvm });
    await (this.#journalFile ? this.#following(run) : run());
  }

  /** Loads the dump of an earlier run into a chain that has just started, whatever methods clients may not call. Throws the first error. */
  async load(dump: Uint8Array): Promise<void> {
    const { node } = this.#options;
    const events = await readDumpEvents(dump);
    await node.write(async (draft) => {
      let number = 0;
      for await (const event of events) {
        number++;
        await this.#replay(draft, event, true).catch((error: unknown) => {
          throw namingEvent(error, number, event);
        });
        await draft.view.rest();
      }
    });
    await this.followJournal();
  }

  /** Writes the journal of a chain that came from elsewhere. */
  async followJournal(): Promise<void> {
    if (this.#options.node.value.journal.length > 0) await this.#journalFile?.rewrite();
  }

  /** Writes a change that was made without a request to the file of `--dump-on block`. */
  changeMade(): void {
    void this.#journalFile?.follow();
  }

  /** Writes what the file of `--dump-on block` lacks. False when that fails; it is not tried again then. */
  async finishJournal(): Promise<boolean> {
    await this.#journalFile?.follow();
    this.#journalFile?.end();
    return this.#journalFile?.lag === undefined;
  }

  /** Runs a dumped request on a draft and journals it there; throws its error. */
  async #replay(draft: ChainDraft, request: Json, isOwn = false): Promise<void> {
    const call = readEnvelope(request);
    const found = call?.kind === 'call' ? findMethod(this.#options.methods, call.method) : undefined;
    if (call?.kind !== 'call') throw new RpcError('invalidRequest');
    if (!found || found.method.kind === 'subscription') throw new RpcError('methodNotFound');
    const { method, dialect } = found;
    const params = await method.read((call.params ?? null) as Json, this.#options.node.config);
    if (!isOwn && this.#restricted.has(method.name)) throw methodForbidden(method);
    const signal = new CallScope(undefined);
    const before = draft.view.value.journal;
    draft.pool.isReplay = true;
    try {
      await method.run(
        this.#context(dialect, { signal }, async (job) => job(draft), draft),
        params,
      );
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
    } finally {
      signal.memory.end();
    }
    // Some requests record what they did instead.
    if (method.journal === 'request' && this.#options.node.config.journal && draft.view.value.journal === before)
      draft.record(journalEntry(method, call.params, call.id));
  }

  /** What a client is told of something that was thrown for its call. */
  errorOf(thrown: unknown, method: string): RpcError {
    if (thrown instanceof MemoryRefused) return this.errorOf(noMemoryLeft(), method);
    if (thrown instanceof ChainError) return rpcErrorOf(thrown, this.#options.hints);
    // The request was cancelled, so the answer is not read.
    if (thrown instanceof DOMException && thrown.name === 'AbortError')
      return new RpcError('internalError', { message: 'The request was given up before its turn.' });
    this.#options.surprise?.(thrown, method);
    return new RpcError('internalError', { message: surpriseText(thrown, method) });
  }
}

/** The chain as a call sees it. */
const chainFor = (node: Node, { faults, signal }: Caller): ChainView =>
  faults?.replica ? new ChainView(node.surroundings, faults.replica, { signal }) : node.chainFor(signal);

function inOlderSpec(answer: Answer, spec: OlderSpec, method: string | undefined): Answer {
  if ('error' in answer) return { ...answer, error: spec.error(answer.error) };
  const { result } = answer;
  if (method === undefined || (result instanceof WrittenJson && result.isInSpec)) return answer;
  return { ...answer, result: spec.result(method, unwritten(result)) };
}

const methodForbidden = (method: Method) =>
  new RpcError('methodForbidden', {
    help: message`${nameIn(method, 'starknet')} is forbidden by ${hint('restriction')}.`,
  });

const nameIn = ({ group, name }: Method, dialect: Dialect) => writeMethodName(group, name, dialect);

/** A request as dumps keep it: with the name clients know, whatever dialect it came in. */
function journalEntry(method: Method, params: Params, id: RequestId): JournalEntry {
  const written = journalParams(method.journalNumbers, params) ?? null;
  return { jsonrpc: '2.0', method: nameIn(method, 'starknet'), params: written, id };
}
