import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { useNode } from '../../data/node/hooks.ts';
import { useStore } from '../../data/stores/store.ts';
import { readLocation, setQuery } from '../../routing/router.ts';
import { breakpointOf, breakpoints as keptBreakpoints } from './breakpoints.ts';
import { MoveQueue } from './moveQueue.ts';

/** A moment of the transaction, as the node shows it. */
export type View = RpcResult<'sandbox_debugTransaction'>;
export type Timeline = NonNullable<View['timeline']>;
export type Move = NonNullable<RpcParams<'sandbox_debugTransaction'>['move']>;
export type BreakKind = 'panic' | 'storage' | 'event';

export interface Debugger {
  readonly view: View | undefined;
  readonly timeline: Timeline | undefined;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  /** The frame of the stack whose source and variables are shown. */
  readonly frame: number;
  /** Lines that `continue` stops at, as `file:line`. */
  readonly breakpoints: ReadonlySet<string>;
  readonly breakOn: ReadonlySet<BreakKind>;
  move(move: Move): void;
  goTo(moment: number): void;
  showFrame(frame: number): void;
  toggleBreakOn(kind: BreakKind): void;
}

/** A moment after the end of every transaction. */
const LAST_MOMENT = 2 ** 31 - 1;

interface State {
  readonly view?: View;
  readonly timeline?: Timeline;
  readonly error?: Error;
  readonly frame: number;
}

/** Asks the node for moments of a transaction. The address of the page has the moment, so that it can be shared. */
export function useDebugger(hash: string): Debugger {
  const node = useNode();
  const [shown, setShown] = useState<State>({ frame: 0 });
  const [isBusy, setBusy] = useState(false);
  const breakpoints = useStore(keptBreakpoints);
  const [breakOn, setBreakOn] = useState<ReadonlySet<BreakKind>>(new Set(['panic']));
  /** The moment that is shown; a step that waited starts there. */
  const moment = useRef(0);
  /** A new object for each transaction. Answers about another one are dropped. */
  const session = useRef({});
  const queue = useRef(new MoveQueue()).current;

  // False if those behind it make no sense any more.
  const ask = async (frame: number, more: Partial<RpcParams<'sandbox_debugTransaction'>>): Promise<boolean> => {
    const asked = session.current;
    setBusy(true);
    try {
      const view = await node.request('sandbox_debugTransaction', { transaction_hash: hash, frame, ...more });
      if (asked !== session.current) return true;
      moment.current = view.moment;
      setShown((last) => ({ view, timeline: view.timeline ?? last.timeline!, frame }));
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
    setShown({ frame: 0 });
    const { query } = readLocation();
    const at = Number(query.get('at') ?? 0);
    const isGiven = Number.isSafeInteger(at) && at > 0 && at <= LAST_MOMENT;
    const start = isGiven ? { moment: at } : backTo(query.get('stop'));
    queue.replace(() => ask(0, { timeline: true, ...start }));
    return () => {
      // An answer that comes after the screen was left must not change the address.
      session.current = {};
      queue.clear();
    };
  }, [hash]);

  const stops = useMemo(() => [...breakpoints].map(breakpointOf), [breakpoints]);
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
    breakpoints,
    breakOn,
    move: (move) =>
      queue.add(() => ask(0, { moment: moment.current, move, breakpoints: stops, break_on: [...breakOn] })),
    goTo: (to) => queue.replace(() => ask(0, { moment: to, move: 'line' })),
    showFrame: (frame) => queue.replace(() => ask(frame, { moment: moment.current })),
    toggleBreakOn: (kind) => setBreakOn(toggled(breakOn, kind)),
  };
}

/** The last time that the transaction was where a link says: in a line, `file:line`, or at a `panic`. */
function backTo(stop: string | null): Partial<RpcParams<'sandbox_debugTransaction'>> {
  if (stop === null) return {};
  const isLine = /:\d{1,7}$/.test(stop);
  return {
    moment: LAST_MOMENT,
    move: 'reverse',
    ...(isLine ? { breakpoints: [breakpointOf(stop)] } : { break_on: ['panic'] }),
  };
}
