import { useEffect, useRef, useState } from 'preact/hooks';
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { LAST_MOMENT } from '../../data/explanations/failurePlace.ts';
import { useNode, useRetry } from '../../data/node/hooks.ts';
import type { NodeClient } from '../../data/node/nodeClient.ts';
import { useStore } from '../../data/stores/store.ts';
import { readLocation, setQuery } from '../../routing/router.ts';
import { type Breakpoint, faultOf, breakpoints as keptBreakpoints } from './breakpoints.ts';
import { MoveQueue } from './moveQueue.ts';
import { placeOf } from './stopPlace.ts';
import { watches as keptWatches } from './watches.ts';

/** A moment of the transaction, as the node shows it. */
export type View = RpcResult<'sandbox_debugTransaction'>;
export type Timeline = NonNullable<View['timeline']>;
export type DebugParams = Omit<RpcParams<'sandbox_debugTransaction'>, 'transaction_hash'>;
export type Move = NonNullable<DebugParams['move']>;
export type BreakKind = 'panic' | 'storage' | 'event';
/** What has a last write: a variable, or a storage variable. */
export type WrittenThing = { readonly variable: string } | { readonly cell: string };

export interface Debugger {
  readonly view: View | undefined;
  readonly timeline: Timeline | undefined;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  /** The frame of the stack whose source and variables are shown. */
  readonly frame: number;
  /** The file that is shown in place of that of the frame. */
  readonly file: string | undefined;
  /** The line that was asked for, around which the file is shown. */
  readonly line: number | undefined;
  /** Lines that `continue` stops at, by `file:line`. */
  readonly breakpoints: ReadonlyMap<string, Breakpoint>;
  readonly breakOn: ReadonlySet<BreakKind>;
  /** What has no earlier write, if that was asked for last. */
  readonly unwritten: WrittenThing | undefined;
  /** What breakpoints had to say, the newest last. */
  readonly messages: readonly string[];
  move(move: Move): void;
  /** Goes to the first line at or behind a moment. */
  goTo(moment: number): void;
  /** Goes to a moment, which may be between two lines: a write, an event or a panic. */
  goToMark(moment: number): void;
  showFrame(frame: number): void;
  /** Shows a file, around a line of it, or that of the frame again. */
  showFile(file: string | undefined, line?: number): void;
  /** Goes back to what gave a variable its value. */
  goToWrite(written: WrittenThing): void;
  toggleBreakOn(kind: BreakKind): void;
  /** Begins again, after a failure. */
  again(): void;
}

const MOST_MESSAGES = 100;

interface State {
  readonly view?: View;
  readonly timeline?: Timeline;
  readonly error?: Error | undefined;
  readonly frame: number;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly unwritten?: WrittenThing | undefined;
  readonly messages: readonly string[];
}

const START: State = { frame: 0, messages: [] };

/** What is debugged. */
export interface DebugSource {
  /** Tells sources apart. */
  readonly key: string;
  /** What somebody who debugs it should know. */
  readonly note?: string;
  ask(node: NodeClient, params: DebugParams): Promise<View>;
}

/** Asks the node for moments of a transaction. The address of the page has the moment, so that it can be shared. */
export function useDebugger(source: DebugSource): Debugger {
  const node = useNode();
  const [shown, setShown] = useState<State>(START);
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const breakpoints = useStore(keptBreakpoints);
  const watches = useStore(keptWatches);
  const [breakOn, setBreakOn] = useState<ReadonlySet<BreakKind>>(new Set(['panic']));
  /** The moment that is shown; a step that waited starts there. */
  const moment = useRef(0);
  /** A new object for each transaction. Answers about another one are dropped. */
  const session = useRef({});
  const queue = useRef(new MoveQueue()).current;

  // False if those behind it make no sense any more.
  const ask = async (frame: number, more: DebugParams, asked = session.current): Promise<boolean> => {
    if (asked !== session.current) return true;
    setBusy(true);
    try {
      const view = await source.ask(node, { frame, watch: keptWatches.get(), ...more });
      if (asked !== session.current) return true;
      moment.current = view.moment;
      const unwritten = more.move === 'last_write' && view.reason === 'start' ? writtenThing(more) : undefined;
      // What has no write leads nowhere: nothing else changes.
      setShown((last) =>
        unwritten && last.view
          ? { ...last, error: undefined, unwritten }
          : {
              view: unwritten ? { ...view, reason: 'step' } : view,
              timeline: view.timeline ?? last.timeline!,
              // What was written is in another function than what asked for it.
              frame: more.move === 'last_write' ? 0 : frame,
              file: more.file ?? undefined,
              line: more.line === undefined ? undefined : Number(more.line),
              unwritten,
              messages: [...last.messages, ...view.messages].slice(-MOST_MESSAGES),
            },
      );
      setQuery('at', String(view.moment));
      return true;
    } catch (error) {
      if (asked !== session.current) return true;
      setShown((last) => ({ ...last, error: error as Error }));
      return false;
    } finally {
      if (asked === session.current) setBusy(false);
    }
  };

  useEffect(() => {
    setShown(START);
    const { query } = readLocation();
    const at = Number(query.get('at') ?? 0);
    const isGiven = Number.isSafeInteger(at) && at > 0 && at <= LAST_MOMENT;
    queue.replace(async () => {
      const asked = session.current;
      const start = isGiven ? { moment: at } : await placeOf(query.get('stop'), (params) => source.ask(node, params));
      return ask(0, { timeline: true, ...start }, asked);
    });
    return () => {
      // An answer that comes after the screen was left must not change the address.
      session.current = {};
      queue.clear();
    };
  }, [source.key, attempt]);

  const look = (frame: number, file?: string, line?: number) =>
    queue.replace(() =>
      ask(frame, { moment: moment.current, ...(file !== undefined && { file }), ...(line !== undefined && { line }) }),
    );
  const isShown = shown.view !== undefined;
  const again = () => setAttempt(attempt + 1);
  useRetry(!isShown && shown.error !== undefined, again);
  // A new expression has its value at once.
  useEffect(() => {
    if (isShown) look(shown.frame, shown.file, shown.line);
  }, [watches]);

  const toggled = <T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> => {
    const copy = new Set(set);
    if (!copy.delete(item)) copy.add(item);
    return copy;
  };
  return {
    view: shown.view,
    timeline: shown.timeline,
    error: shown.error,
    isBusy,
    frame: shown.frame,
    file: shown.file,
    line: shown.line,
    breakpoints,
    breakOn,
    unwritten: shown.unwritten,
    messages: shown.messages,
    move: (move) =>
      queue.add(() => {
        // As they are now: a condition may be typed while the move waits. The node refuses a request with one that is half typed.
        const stops = [...keptBreakpoints.get().values()].filter((each) => faultOf(each) === undefined);
        return ask(0, { moment: moment.current, move, breakpoints: stops, break_on: [...breakOn] });
      }),
    goTo: (to) => queue.replace(() => ask(0, { moment: to, move: 'line' })),
    goToMark: (to) => queue.replace(() => ask(0, { moment: to })),
    showFrame: (frame) => look(frame),
    showFile: (file, line) => look(shown.frame, file, line),
    goToWrite: (written) =>
      queue.add(() => ask(shown.frame, { moment: moment.current, move: 'last_write', ...written })),
    toggleBreakOn: (kind) => setBreakOn(toggled(breakOn, kind)),
    again,
  };
}

const writtenThing = ({ cell, variable }: DebugParams): WrittenThing =>
  typeof cell === 'string' ? { cell } : { variable: variable ?? '' };
