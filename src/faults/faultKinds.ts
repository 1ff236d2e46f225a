import type { FaultKind } from './faultRule.ts';

/** What the occasions of a fault are: requests of clients, notifications to them, or new blocks. */
export type FaultOccasion = 'request' | 'notification' | 'block';

/** What a method does, as far as faults differ. */
export type RequestWork = 'read' | 'transaction' | 'subscription';

/** What is true of all rules of a kind. */
export interface FaultFacts {
  readonly occasion: FaultOccasion;
  /** The requests that it can apply to. Default: all. */
  readonly only?: RequestWork;
  /** The members of its rules besides those that say when: those that it needs, and those that may be left out. */
  readonly needs: readonly string[];
  readonly takes: readonly string[];
  /** What clients see, for the documentation. */
  readonly about: string;
}

/** Every kind of fault, in the order of the documentation. */
export const faultKinds: Readonly<Record<FaultKind, FaultFacts>> = {
  delay: {
    occasion: 'request',
    needs: ['milliseconds'],
    takes: ['when'],
    about: 'The request, or with `"when": "after"` its answer, is late.',
  },
  cut: {
    occasion: 'request',
    needs: [],
    takes: ['when'],
    about:
      'The connection is cut before the request takes effect or, with `"when": "after"`, after it. A WebSocket is cut with its subscriptions.',
  },
  'too-many-requests': {
    occasion: 'request',
    needs: [],
    takes: ['seconds'],
    about: '429 Too Many Requests with Retry-After. The request has no effect.',
  },
  unavailable: {
    occasion: 'request',
    needs: [],
    takes: ['seconds'],
    about: '503 Service Unavailable with Retry-After. The request has no effect.',
  },
  'answer-lost': {
    occasion: 'request',
    needs: [],
    takes: ['silent'],
    about:
      'The request takes effect, and the client gets 504 Gateway Timeout in place of the answer, as from a proxy that gave up. With `"silent": true`, and on a WebSocket, it hears nothing.',
  },
  evicted: {
    occasion: 'request',
    only: 'transaction',
    needs: [],
    takes: [],
    about:
      'The transaction is checked and answered with its hash, but it never runs: nobody finds it, and its nonce stays free.',
  },
  lagging: {
    occasion: 'request',
    only: 'read',
    needs: ['blocks'],
    takes: [],
    about:
      'A replica answers that is some blocks behind: it knows neither the newest blocks nor their transactions, and has no pre-confirmed ones.',
  },
  'notification-dropped': { occasion: 'notification', needs: [], takes: [], about: 'The notification is not sent.' },
  'notification-doubled': { occasion: 'notification', needs: [], takes: [], about: 'The notification is sent twice.' },
  'notification-late': {
    occasion: 'notification',
    needs: ['milliseconds'],
    takes: [],
    about: 'The notification comes later, also after those that follow it.',
  },
  'socket-cut': {
    occasion: 'notification',
    needs: [],
    takes: [],
    about: 'The WebSocket is cut in place of the notification.',
  },
  reorganisation: {
    occasion: 'block',
    needs: ['blocks'],
    takes: [],
    about:
      'After a new block, the newest blocks are taken back and their transactions run again in another order, as `reorganise` does it.',
  },
};

/** The names of all kinds. */
export const faultNames = Object.keys(faultKinds) as readonly FaultKind[];

/** The members that every rule can have. */
export const WHEN: readonly string[] = ['probability', 'at', 'block', 'times'];

/** The members that a rule of a kind can have, the name of the fault first. */
export function membersOf(kind: FaultKind): readonly string[] {
  const { occasion, needs, takes } = faultKinds[kind];
  return ['fault', ...needs, ...takes, ...(occasion === 'block' ? [] : ['method']), ...WHEN];
}
