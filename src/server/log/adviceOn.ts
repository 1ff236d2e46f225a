import { builtinClassFacts, CAIRO0_ACCOUNT_CLASS_HASH } from '../../classes/builtinClassFacts.generated.ts';
import { formatFelt } from '../../felt/felt.ts';
import type { ExplainedCall, Explanation } from '../../tools/explain/explanation.ts';

/** How to let a node find build output. */
export const BUILD_ADVICE =
  'No build output was found, so there are no Cairo source lines. Start the node in the folder of your Scarb.toml, or name the folder of the build output: --artifacts target/dev';

/** The classes that we ship, whose build output nobody has. */
const OURS: ReadonlySet<string> = new Set([
  ...Object.values(builtinClassFacts).map(({ classHash }) => classHash),
  CAIRO0_ACCOUNT_CLASS_HASH,
]);

/** Whether we ship the class with this hash. */
export const isOurs = (classHash: string): boolean => OURS.has(classHash);

/** How to get the source lines that an explanation lacks; undefined if it lacks none. */
export function adviceOn({ stack, calls, advice }: Explanation): string | undefined {
  if (advice !== undefined || stack.length > 0) return advice;
  const lacks = ({ end, classHash, inner }: ExplainedCall): boolean =>
    end.kind !== 'returned' &&
    ((classHash !== undefined && !isOurs(formatFelt(classHash))) || inner.some((call) => lacks(call)));
  return calls.some(lacks) ? BUILD_ADVICE : undefined;
}
