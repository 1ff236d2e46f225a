import type { EitherWay } from '../../async/eitherWay.ts';
import type { ArtifactStore } from '../../classes/artifactStore.ts';
import type { FeltKey } from '../../felt/key.ts';
import { enclosingFunction, namedFunctions } from './enclosingFunction.ts';
import type { Explanation } from './explanation.ts';
import type { StackFrame } from './stackFrame.ts';

/** Adds the source lines of the frames of an explanation, as far as the build output leads to them, and names of functions that only the source has. */
export function* withSource(explanation: Explanation, artifacts: ArtifactStore | undefined): EitherWay<Explanation> {
  if (!artifacts || explanation.stack.length === 0) return explanation;
  const frames = new Map<FeltKey, StackFrame[]>();
  for (const frame of explanation.stack) {
    if (!frame.span || frame.classHash === undefined) continue;
    const ofClass = frames.get(frame.classHash);
    if (ofClass) ofClass.push(frame);
    else frames.set(frame.classHash, [frame]);
  }
  const found = new Map<StackFrame, StackFrame>();
  for (const [classHash, ofClass] of frames) {
    const places = ofClass.map(({ span }) => span!);
    const sources = yield* artifacts.sourceLines(classHash, places);
    const names = yield* macroNames(artifacts, classHash, ofClass);
    for (const [i, frame] of ofClass.entries())
      found.set(frame, { ...frame, source: sources[i], functionName: frame.functionName ?? names.get(frame) });
  }
  return { ...explanation, stack: explanation.stack.map((frame) => found.get(frame) ?? frame) };
}

/** The functions that macros stand in, from the source. A file that was changed after the build may have others there. */
function* macroNames(
  artifacts: ArtifactStore,
  classHash: FeltKey,
  frames: readonly StackFrame[],
): EitherWay<ReadonlyMap<StackFrame, string>> {
  const nameless = frames.filter(({ macroModule }) => macroModule !== undefined);
  const names = new Map<StackFrame, string>();
  if (nameless.length === 0) return names;
  const files = yield* artifacts.sourceFiles(
    classHash,
    nameless.map(({ span }) => span!.file),
  );
  for (const [i, frame] of nameless.entries()) {
    const file = files[i];
    const name = file && !file.isChanged ? enclosingFunction(namedFunctions(file.lines), frame.span!) : undefined;
    if (name !== undefined) names.set(frame, frame.macroModule ? `${frame.macroModule}::${name}` : name);
  }
  return names;
}
