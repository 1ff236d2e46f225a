// The stacks of the library's errors begin where its user called it. Our own frames say nothing about a failing test.
import { defer, isDeferred } from './deferredMember.ts';

/** Where a method was called. V8 writes it as text only when `stack` is read. */
export interface CallSite {
  readonly stack?: unknown;
}

/** Records the stack of the function that calls this. COST: about 5 µs, so it is only for what sends transactions. */
export function callSite(): CallSite {
  const site: CallSite = {};
  Error.captureStackTrace?.(site, callSite);
  return site;
}

/** How many frames are recorded: nested values take several frames for each level, and the user's line is below them. */
const RECORDED = 60;
const SHOWN = 10;

/** Gives an error that is thrown from deep inside a stack that begins at its user's line. */
export function fromCaller<E extends Error>(error: E): E {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = RECORDED;
  Error.captureStackTrace?.(error, fromCaller);
  beginAtCaller(error);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** Gives an error a stack that begins at its user's line, below its message of now. Other stacks than those of V8 stay as they are. */
export function beginAtCaller(error: Error, site: CallSite = error): void {
  const frames = (site === error ? deferred.get(error) : undefined) ?? framesIn(site.stack);
  if (frames.length === 0) return;
  const isOfUser = (frame: string) => !isOwn(frame) && !NO_FILE.test(frame);
  const first = frames.findIndex(isOfUser);
  // Without a line of the user, as where nobody awaits the method, our own frames are better than those of a test runner.
  const isKnown = frames.some((frame) => isOfUser(frame) && !/[\\/]node_modules[\\/]/.test(frame));
  const shown = (isKnown ? frames.slice(first) : frames).slice(0, SHOWN);
  const write = () => [`${error.name}: ${error.message}`, ...shown].join('\n');
  if (!isDeferred(error, 'message')) error.stack = write();
  else {
    deferred.set(error, shown);
    defer(error, 'stack', write);
  }
}

/** The frames of errors whose stacks are written when they are read. */
const deferred = new WeakMap<Error, readonly string[]>();

/** The line of the user, as `file:line:column`; undefined if it cannot be seen. */
export function placeOf(site: CallSite): string | undefined {
  const frame = framesIn(site.stack).find((frame) => !isOwn(frame) && !NO_FILE.test(frame));
  return frame && (/\((.+)\)$/.exec(frame) ?? /at (?:async )?(.+)$/.exec(frame))?.[1]?.replace(/^file:\/\//, '');
}

const FRAME = /^ {4}at /;
/** Frames of Node.js and of built-in functions. */
const NO_FILE = /node:|\(<anonymous>\)$|at <anonymous>$|\(native|\(index \d+\)$/;

/** The frames at the end of a stack, below the message. */
function framesIn(stack: unknown): readonly string[] {
  if (typeof stack !== 'string') return [];
  const lines = stack.split('\n');
  return lines.slice(lines.findLastIndex((line) => !FRAME.test(line)) + 1);
}

let ownFolder: string | undefined;

/** Whether a frame is in a file of this library. */
function isOwn(frame: string): boolean {
  ownFolder ??= folderIn(framesIn(new Error().stack)[0]);
  return ownFolder !== '' && frame.includes(ownFolder);
}

/** The folder of the bundle, or of all sources, as frames name it; an empty text if it cannot be seen. */
function folderIn(ownFrame = ''): string {
  const [, place = ''] = /\((.+)\)$/.exec(ownFrame) ?? /at (.+)$/.exec(ownFrame) ?? [];
  return place.replace(/^file:\/\//, '').replace(/(?:text[\\/])?[^\\/]*$/, '');
}
