import type { ProgramMap } from '../../sierra/programMap.ts';
import type { SourceSpan, StackFrame } from '../explain/stackFrame.ts';
import { callLevels } from './callLevels.ts';
import { isAround, spanId } from './sourceSpans.ts';

/**
 * The compiler makes functions of loops, which call themselves for the next round. For each function of a program: the id of the loop's
 * span, or undefined if it is no loop.
 */
export function loopsOf(
  { callees, functionStarts }: ProgramMap,
  frames: readonly (readonly StackFrame[])[],
  functionOf: ArrayLike<number>,
): readonly (string | undefined)[] {
  const ownCode = codeOfFunctions(functionStarts.length, frames, functionOf);
  const loops: (string | undefined)[] = functionStarts.map(() => undefined);
  for (const [statement, callee] of callees.entries()) {
    const site = frames[statement]![0];
    if (callee === undefined || !site?.span || site.isGenerated || callee === functionOf[statement]) continue;
    const { names, spans } = ownCode[callee] ?? { names: new Set(), spans: new Map() };
    // The call of a loop has the place of the whole loop, and that of a function is never around the function. Entry points are, in
    // some versions of the compiler: their code has the place of the function that they call.
    if (loops[callee] === undefined && names.has(site.functionName) && isInside([...spans.values()], site.span))
      loops[callee] = spanId(site.span);
  }
  return loops;
}

interface OwnCode {
  readonly names: Set<string | undefined>;
  readonly spans: Map<string, SourceSpan>;
}

/** The names and places of each function's own code, without what is inlined in it. */
function codeOfFunctions(
  count: number,
  frames: readonly (readonly StackFrame[])[],
  functionOf: ArrayLike<number>,
): readonly OwnCode[] {
  const found = Array.from({ length: count }, (): OwnCode => ({ names: new Set(), spans: new Map() }));
  for (const [statement, stack] of frames.entries()) {
    const own = callLevels(stack).at(-1)?.[0];
    const code = found[functionOf[statement]!];
    if (!own?.span || !code) continue;
    code.names.add(own.functionName);
    code.spans.set(spanId(own.span), own.span);
  }
  return found;
}

/** Whether code is inside of a span, apart from what the compiler gives to the function around it as a whole. */
const isInside = (spans: readonly SourceSpan[], site: SourceSpan): boolean =>
  spans.some((span) => isAround(site, span)) && spans.every((span) => isAround(site, span) || isAround(span, site));
