/** The part of the compiler that refused the program. */
export type SierraStage =
  | 'decode'
  | 'version'
  | 'libfuncList'
  | 'entryPoint'
  | 'registry'
  | 'metadata'
  | 'compile'
  | 'segments'
  | 'limits';

/** What a refusal is about, where it is about one thing. */
export interface SierraErrorPlace {
  readonly statement?: number;
  /** The libfunc, type or function it names. */
  readonly subject?: string;
  readonly cause?: unknown;
}

/** A Sierra program that cannot be compiled. The message is the reference compiler's text where it has one. */
export class SierraError extends Error {
  override readonly name = 'SierraError';
  readonly stage: SierraStage;
  readonly statement: number | undefined;
  readonly subject: string | undefined;

  constructor(stage: SierraStage, message: string, place: SierraErrorPlace = {}) {
    super(message, place.cause === undefined ? undefined : { cause: place.cause });
    this.stage = stage;
    this.statement = place.statement;
    this.subject = place.subject;
  }
}
