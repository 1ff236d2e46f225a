import type { NodeConfig } from '../chain/config.ts';
import { fromCaller } from '../text/callerStack.ts';

/** The options that a state file can contradict, as the configuration names them. */
export type MismatchedOption = keyof Pick<
  NodeConfig,
  | 'chainId'
  | 'seed'
  | 'accounts'
  | 'initialBalance'
  | 'liteMode'
  | 'startTime'
  | 'accountClass'
  | 'accountClassCustom'
  | 'systemClasses'
  | 'predeclareArgent'
>;

/**
 * A state file cannot be read or used. The message says where and why.
 *
 * @example
 * await Sandbox.create({ state: 'missing.starbox' }).catch((error) => error instanceof StateFileError); // true
 */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  /** The reason alone. */
  readonly reason: string;
  /** Where in the file it is; empty for the file as a whole. */
  readonly place: readonly (string | number)[];

  /** @internal */
  constructor(reason: string, ...place: readonly (string | number)[]) {
    super(reason);
    this.reason = reason;
    this.place = place;
    fromCaller(this);
  }
}

/** A state file contradicts an option that was given explicitly. */
export class StateMismatch extends StateFileError {
  readonly option: MismatchedOption;
  /** What the chain has, and what it has not. */
  readonly values: string;

  constructor(option: MismatchedOption, held: string, wanted: string) {
    super(
      `The chain of the state file has ${option} ${held}, not ${wanted}. Leave ${option} out, or choose another file.`,
    );
    this.option = option;
    this.values = `${held}, not ${wanted}`;
  }
}

/** The error as a sentence with the part of the file and the position. */
export function atByte(error: unknown, part: string, at: number): StateFileError {
  const found = error instanceof StateFileError ? error : new StateFileError(reasonOf(error));
  const place = found.place.length ? ` ${found.place.join('.')}:` : '';
  return new StateFileError(
    `The state file is wrong in ${part}, before byte ${at} of its content:${place} ${found.reason}.`,
  );
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
