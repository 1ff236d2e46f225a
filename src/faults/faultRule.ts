/** How long something takes: a fixed time, or one that is drawn for each fault. In milliseconds. */
export type FaultTime =
  | number
  /** Any time between the two is as likely as any other. */
  | { readonly uniform: readonly [least: number, most: number] }
  /** Mostly short and sometimes long, as in a network: this is the mean, and `cap` the longest. */
  | { readonly exponential: number; readonly cap: number };

/** When a rule applies. Of `probability`, `at` and `block` there may be one; without any, it applies every time. */
interface Occasion {
  /** The likelihood, from 0 to 1. */
  readonly probability?: number | undefined;
  /** The first time is 1. Only what the rule can apply to is counted, since the faults were set. */
  readonly at?: number | readonly number[] | undefined;
  /** Once this block exists. */
  readonly block?: number | undefined;
  /** How often at most. Default: once with `block`, otherwise without end. */
  readonly times?: number | undefined;
}

/** A fault of requests. */
interface RequestFault extends Occasion {
  /** The methods that it is for, by the names that clients send. Default: all that it can apply to. */
  readonly method?: string | readonly string[] | undefined;
}

/** A fault of notifications. */
interface NotificationFault extends Occasion {
  /** The notifications that it is for, by the names that clients get. Default: all. */
  readonly method?: string | readonly string[] | undefined;
}

/** Whether something happens before or after a request takes effect. */
export type FaultMoment = 'before' | 'after';

export interface DelayFault extends RequestFault {
  readonly fault: 'delay';
  readonly milliseconds: FaultTime;
  /** The request is late, or its answer. Default: `before`. */
  readonly when?: FaultMoment | undefined;
}

export interface CutFault extends RequestFault {
  readonly fault: 'cut';
  /** Default: `before`. */
  readonly when?: FaultMoment | undefined;
}

export interface RefusalFault extends RequestFault {
  readonly fault: 'too-many-requests' | 'unavailable';
  /** What Retry-After says. Default: 1. */
  readonly seconds?: number | undefined;
}

export interface AnswerLostFault extends RequestFault {
  readonly fault: 'answer-lost';
  /** Whether the client hears nothing at all, instead of 504 Gateway Timeout. Default: false. */
  readonly silent?: boolean | undefined;
}

export interface EvictedFault extends RequestFault {
  readonly fault: 'evicted';
}

export interface LaggingFault extends RequestFault {
  readonly fault: 'lagging';
  /** How far the replica is behind. */
  readonly blocks: number;
}

export interface SimpleNotificationFault extends NotificationFault {
  readonly fault: 'notification-dropped' | 'notification-doubled' | 'socket-cut';
}

export interface LateNotificationFault extends NotificationFault {
  readonly fault: 'notification-late';
  readonly milliseconds: FaultTime;
}

export interface ReorganisationFault extends Occasion {
  readonly fault: 'reorganisation';
  /** How many of the newest blocks. */
  readonly blocks: number;
}

/** One rule: a fault, and when it happens. */
export type FaultRule =
  | DelayFault
  | CutFault
  | RefusalFault
  | AnswerLostFault
  | EvictedFault
  | LaggingFault
  | SimpleNotificationFault
  | LateNotificationFault
  | ReorganisationFault;

/** The name of a fault. */
export type FaultKind = FaultRule['fault'];

/** All rules, and the seed of what is drawn. The same seed and the same requests in the same order give the same faults. */
export interface FaultSettings {
  /** Default: 0. */
  readonly seed?: number | undefined;
  readonly rules: readonly FaultRule[];
}
