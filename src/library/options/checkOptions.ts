import { fromCaller } from '../../text/callerStack.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { isPromise } from '../../text/givenPromise.ts';
import { type AtBlock, type BlockLike, describeValue, wrongValue } from '../values.ts';

/** Refuses options that a method does not have: with a misspelt `from`, another account would send. */
export function checkOptions(options: unknown, names: readonly string[], example: string): void {
  if (options === undefined) return;
  if (isPromise(options)) throw wrongValue('options', `an object, such as ${example}`, options);
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw fromCaller(
      new TypeError(
        `After the arguments come options, such as ${example}, not ${describeValue(options)}: is it one argument too many?`,
      ),
    );
  refuseUnknown(options, names, 'option', '');
}

/** Refuses members that are not among these names. */
export function refuseUnknown(value: object, names: readonly string[], what: string, where: string): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const help = didYouMean(unknown, names, `The ${what}s are ${names.join(', ')}.`);
  throw fromCaller(new TypeError(`There is no ${what} '${unknown}'${where}. ${help}`));
}

/** The block that a question is about: the open one unless the options name another. */
export function blockIn(options: AtBlock | undefined): BlockLike {
  checkOptions(options, ['block'], "{ block: 'latest' }");
  return options?.block ?? 'pre_confirmed';
}
