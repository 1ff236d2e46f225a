/** A state file that cannot be used; the message names the place and the reason. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  /** The reason alone. */
  readonly reason: string;
  readonly place: readonly (string | number)[];

  constructor(reason: string, ...place: readonly (string | number)[]) {
    super(reason);
    this.reason = reason;
    this.place = place;
  }
}

/** The same error as a sentence for whoever named the file. */
export function atLine(error: StateFileError, line: number): StateFileError {
  const place = error.place.length ? ` ${error.place.join('.')}:` : '';
  return new StateFileError(`The state file is wrong in line ${line}:${place} ${error.reason}.`);
}
