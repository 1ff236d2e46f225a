import { basename } from 'node:path';
import { limits } from '../../protocol/limits.ts';
import { BREAK_KINDS, type BreakKind, type BreakOptions, type DebugFrame } from '../../tools/debug/debuggerTypes.ts';
import type { Move, RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import type { Search } from '../../tools/debug/timeline.ts';
import { Listings } from './listings.ts';
import type { Request } from './messages.ts';
import { SourcePaths } from './sourcePaths.ts';
import { VariableTable } from './variables.ts';

/** Sends a message to the editor; the session numbers it. */
type Send = (message: Readonly<Record<string, unknown>>) => void;

const CAPABILITIES = {
  supportsConfigurationDoneRequest: true,
  supportsStepBack: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsFunctionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsLogPoints: true,
  supportsEvaluateForHovers: true,
  supportsSteppingGranularity: true,
  supportsExceptionInfoRequest: true,
  supportsTerminateRequest: true,
  supportsDelayedStackTraceLoading: true,
  exceptionBreakpointFilters: [
    { filter: 'panic', label: 'Panics', default: true },
    { filter: 'storage', label: 'Storage writes', default: false },
    { filter: 'event', label: 'Events', default: false },
  ],
};

/** The reasons in the words of the protocol. */
const REASONS = {
  start: 'entry',
  step: 'step',
  pause: 'pause',
  breakpoint: 'breakpoint',
  panic: 'exception',
  storage: 'data breakpoint',
  event: 'exception',
  end: 'pause',
} as const;

const SAME_PATHS = new SourcePaths([], undefined, () => true);
const THREAD = 1;
/** More breakpoints of one request are refused, and more messages of one move are left out. */
const MAX_BREAKPOINTS = limits.breakpoints;
const MAX_MESSAGES = 10_000;

/** How long a search runs before requests are read. */
const SLICE_MS = 20;

interface Run {
  readonly search: Search<unknown>;
  /** The moment that the search has reached. */
  reached: number;
}

type Arguments = Request['arguments'];
type Handler = (args: Arguments) => object | undefined;

/** A session of the Debug Adapter Protocol about one transaction. */
export class DebugSession {
  /** Whether the editor has ended it. */
  isOver = false;
  readonly #debugger: RecordedDebugger;
  readonly #send: Send;
  readonly #paths: SourcePaths;
  readonly #variables: VariableTable;
  readonly #listings = new Listings();
  /** What to do after the response to a request. */
  #after: (() => void) | undefined;
  #stopsOnEntry = true;
  /** The numbers that the editor gives the first line and the first column. */
  #firstLine = 1;
  #firstColumn = 1;
  /** Output up to this moment has been shown. */
  #shownUntil = 0;
  /** The search for the next stop, while the transaction runs. */
  #run: Run | undefined;
  /** The log messages of the current move. */
  #messages = 0;

  constructor(debug: RecordedDebugger, send: Send, paths: SourcePaths = SAME_PATHS) {
    this.#debugger = debug;
    this.#paths = paths;
    this.#send = send;
    this.#variables = new VariableTable(debug);
    debug.onLog = (message) => {
      if (this.#messages++ < MAX_MESSAGES) this.#output('console', `${message}\n`);
    };
  }

  handle({ seq, command, arguments: args }: Request): void {
    const respond = (fields: object) => this.#send({ type: 'response', request_seq: seq, command, ...fields });
    const handler = Object.hasOwn(this.#handlers, command) ? this.#handlers[command] : undefined;
    try {
      if (!handler) throw new Error(`The debugger has no request '${command}'.`);
      respond({ success: true, body: handler(args) });
    } catch (error) {
      respond({ success: false, message: (error as Error).message });
    }
    const after = this.#after;
    this.#after = undefined;
    if (after) this.#attempt(after);
  }

  /** Ends a run, because nobody is left who could see where it stops. */
  close(): void {
    this.#run = undefined;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#run = undefined;
      this.#output('stderr', `${(error as Error).message}\n`);
      this.#event('stopped', { reason: 'pause', threadId: THREAD, allThreadsStopped: true });
    }
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    initialize: ({ linesStartAt1, columnsStartAt1 }) => {
      this.#firstLine = linesStartAt1 === false ? 0 : 1;
      this.#firstColumn = columnsStartAt1 === false ? 0 : 1;
      this.#after = () => {
        this.#event('initialized');
        const { warning } = this.#debugger;
        if (warning !== undefined) this.#output('console', `${warning}\n`);
      };
      return CAPABILITIES;
    },
    launch: (args) => this.#open(args),
    attach: (args) => this.#open(args),
    setBreakpoints: (args) => this.#setBreakpoints(args),
    setFunctionBreakpoints: ({ breakpoints }) => {
      this.#debugger.clearFunctionBreakpoints();
      return { breakpoints: listOf(breakpoints).map((each) => this.#functionBreakpoint(each)) };
    },
    dataBreakpointInfo: ({ name, variablesReference }) => this.#dataBreakpointInfo(String(name), variablesReference),
    setDataBreakpoints: ({ breakpoints }) => {
      const names = listOf(breakpoints).map(({ dataId }) => String(dataId));
      const written = this.#debugger.breakOnWrites(...names);
      return {
        breakpoints: written.map((verified, i) =>
          verified ? { verified } : { verified, message: notWritten(names[i]!) },
        ),
      };
    },
    setExceptionBreakpoints: ({ filters }) => {
      this.#debugger.stopBreakingOn();
      if (Array.isArray(filters)) this.#debugger.breakOn(...filters.filter(isBreakKind));
      return {};
    },
    configurationDone: () => {
      if (this.#stopsOnEntry) this.#after = () => this.#stopped();
      else this.#move('continue');
      return undefined;
    },
    threads: () => ({ threads: [{ id: THREAD, name: 'transaction' }] }),
    stackTrace: (args) => this.#stackTrace(args),
    scopes: ({ frameId }) => ({ scopes: this.#debugger.isAtEnd ? [] : this.#variables.scopes(frameIndex(frameId)) }),
    variables: ({ variablesReference }) => {
      const variables = this.#variables.get(variablesReference);
      if (!variables) throw new Error('These variables are of an earlier moment. Ask for the scopes again.');
      return { variables };
    },
    evaluate: ({ expression, frameId }) => {
      const found = this.#debugger.valueAt(String(expression), frameIndex(frameId));
      const { value, type, variablesReference } = this.#variables.shown(found);
      return { result: value, type, variablesReference };
    },
    source: ({ sourceReference, source }) => {
      const reference = sourceReference ?? (source as { sourceReference?: number } | undefined)?.sourceReference;
      const content = this.#listings.text(reference);
      if (content === undefined) throw new Error(`There is no listing with the number ${String(reference)}.`);
      return { content };
    },
    exceptionInfo: () => {
      const { reason, panic } = this.#debugger;
      return { exceptionId: reason, breakMode: 'always', description: this.#description() ?? panic };
    },
    continue: () => this.#continue(),
    next: ({ granularity }) => this.#move(granularity === 'instruction' ? 'statement' : 'over'),
    stepIn: ({ granularity }) => this.#move(granularity === 'instruction' ? 'statement' : 'in'),
    stepOut: () => this.#move('out'),
    stepBack: () => this.#move('back'),
    reverseContinue: () => this.#move('reverse'),
    pause: () => {
      this.#after = () => {
        const reached = this.#run?.reached ?? this.#debugger.moment;
        this.#run = undefined;
        this.#debugger.pauseAt(reached);
        this.#stopped();
      };
      return {};
    },
    terminate: () => this.#end(),
    disconnect: () => this.#end(),
  };

  #open({ stopOnEntry }: Arguments): undefined {
    this.#stopsOnEntry = stopOnEntry !== false;
  }

  #end(): undefined {
    this.#run = undefined;
    this.#after = () => {
      this.#event('terminated');
      this.isOver = true;
    };
  }

  #setBreakpoints({ source, breakpoints }: Arguments): object {
    const given = (source as { path?: unknown } | undefined)?.path;
    if (typeof given !== 'string') return { breakpoints: [] };
    const path = this.#paths.toClass(given);
    this.#debugger.clearBreakpoints(path);
    return { breakpoints: listOf(breakpoints).map((each) => this.#lineBreakpoint(path, each)) };
  }

  #lineBreakpoint(path: string, each: Arguments): object {
    try {
      const line = Number(each['line']) - this.#firstLine + 1;
      const { line: at, isVerified } = this.#debugger.breakAt(path, line, optionsOf(each));
      const message = isVerified ? undefined : 'No contract of this transaction has code here.';
      return { verified: isVerified, line: at - 1 + this.#firstLine, message };
    } catch (error) {
      return { verified: false, line: each['line'], message: (error as Error).message };
    }
  }

  #functionBreakpoint(each: Arguments): object {
    try {
      const { isVerified } = this.#debugger.breakAtFunction(String(each['name']), optionsOf(each));
      return {
        verified: isVerified,
        message: isVerified ? undefined : 'No contract of this transaction has such a function.',
      };
    } catch (error) {
      return { verified: false, message: (error as Error).message };
    }
  }

  /** Without a list the name is one that the user has typed. */
  #dataBreakpointInfo(name: string, list: unknown): object {
    if (list && !this.#variables.isStorage(list))
      return { dataId: null, description: 'Only variables under Storage can be watched for writes.' };
    if (!this.#debugger.writes(name)) return { dataId: null, description: notWritten(name) };
    return { dataId: name, description: name, accessTypes: ['write'], canPersist: true };
  }

  #stackTrace({ startFrame, levels }: Arguments): object {
    if (this.#debugger.isAtEnd)
      return { stackFrames: [{ id: 1, name: 'end of the transaction', line: 0, column: 0 }], totalFrames: 1 };
    const stack = this.#debugger.stack();
    const from = Number(startFrame ?? 0);
    const to = levels ? from + Number(levels) : stack.length;
    const stackFrames = stack.slice(from, to).map((frame, i) => this.#frame(frame, from + i));
    return { stackFrames, totalFrames: stack.length };
  }

  #frame({ functionName, contractName, file, line, column, callDepth }: DebugFrame, index: number): object {
    const own = this.#debugger.classOf(index)!;
    const name =
      functionName
        ?.replace(/::<.*$/s, '')
        .split('::')
        .slice(-2)
        .join('::') ?? `statement ${line}`;
    return {
      id: index + 1,
      name: contractName === undefined || name.startsWith(`${contractName}::`) ? name : `${contractName}.${name}`,
      source:
        file === undefined
          ? { name: `${own.name}.sierra`, sourceReference: this.#listings.referenceOf(own), origin: 'no source' }
          : { name: basename(file), path: this.#paths.toEditor(file) },
      line: line - 1 + this.#firstLine,
      column: column - 1 + this.#firstColumn,
      presentationHint: file === undefined ? 'subtle' : 'normal',
      moduleId: callDepth,
    };
  }

  /** At the end the editor's button to continue closes the session. */
  #continue(): object {
    if (this.#debugger.isAtEnd) this.#end();
    else this.#move('continue');
    return { allThreadsContinued: true };
  }

  /** Runs to a stop in time slices, so that a request to pause is read meanwhile. */
  #move(move: Move): object {
    if (this.#run) throw new Error('The transaction is running. Pause it first.');
    this.#after = () => {
      const run: Run = { search: this.#debugger.moving(move), reached: this.#debugger.moment };
      this.#run = run;
      this.#goOn(run);
    };
    return {};
  }

  #goOn(run: Run): void {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = run.search.next();
      if (done) {
        this.#run = undefined;
        this.#stopped();
        return;
      }
      run.reached = value;
    } while (performance.now() < until);
    // A run that was paused, or whose session has ended, is not the current one any more.
    setImmediate(() => {
      if (this.#run === run) this.#attempt(() => this.#goOn(run));
    });
  }

  #stopped(): void {
    this.#variables.clear();
    if (this.#messages > MAX_MESSAGES)
      this.#output('console', `${this.#messages - MAX_MESSAGES} more messages are left out.\n`);
    this.#messages = 0;
    const { reason, moment } = this.#debugger;
    const until = this.#shownUntil;
    for (const { text, moment: at } of this.#debugger.prints()) if (at >= until) this.#output('stdout', text);
    this.#shownUntil = Math.max(until, moment);
    this.#event('stopped', {
      reason: REASONS[reason],
      description: this.#description(),
      text: this.#description(),
      threadId: THREAD,
      allThreadsStopped: true,
    });
  }

  #description(): string | undefined {
    const { reason, panic } = this.#debugger;
    if (reason === 'panic') return `Panic${panic === undefined ? '' : `: ${panic}`}`;
    if (reason === 'storage') return 'Before a storage write';
    if (reason === 'event') return 'Before an event';
    return reason === 'end' ? 'The transaction has ended. Step back, or continue to close.' : undefined;
  }

  #output(category: 'stdout' | 'stderr' | 'console', output: string): void {
    this.#event('output', { category, output });
  }

  #event(event: string, body?: object): void {
    this.#send({ type: 'event', event, body });
  }
}

/** A list of breakpoints. */
function listOf(breakpoints: unknown): readonly Arguments[] {
  const list = (Array.isArray(breakpoints) ? breakpoints : []) as readonly Arguments[];
  if (list.length > MAX_BREAKPOINTS) throw new Error(`At most ${MAX_BREAKPOINTS} breakpoints can be set at once.`);
  return list;
}

const optionsOf = ({ condition, hitCondition, logMessage }: Arguments): BreakOptions => ({
  condition: textOf(condition),
  hit: textOf(hitCondition),
  log: textOf(logMessage),
});

const notWritten = (name: string): string => `This transaction does not write ${name} to storage.`;
const isBreakKind = (kind: unknown): kind is BreakKind => BREAK_KINDS.includes(kind as BreakKind);
const frameIndex = (frameId: unknown): number => (typeof frameId === 'number' && frameId > 0 ? frameId - 1 : 0);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
