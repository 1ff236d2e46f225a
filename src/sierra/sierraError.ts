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

/** The statement or the declaration that an error is about. */
export interface SierraErrorPlace {
  readonly statement?: number;
  /** The libfunc, type or function it names. */
  readonly subject?: string;
  readonly cause?: unknown;
}

/** Thrown for a Sierra program that cannot be compiled. The message is that of the reference compiler if it has one. */
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
