import type { ArtifactStore } from '../../classes/artifactStore.ts';
import type { Explanation } from '../../execution/explain/explanation.ts';
import type { StackFrame } from '../../execution/explain/stackFrame.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { SourceLines } from '../../text/sourceLines.ts';

/** Adds the source lines of the frames of an explanation, as far as the build output leads to them. */
export async function withSource(explanation: Explanation, artifacts: ArtifactStore | undefined): Promise<Explanation> {
  if (!artifacts || explanation.stack.length === 0) return explanation;
  const frames = new Map<FeltKey, StackFrame[]>();
  for (const frame of explanation.stack) {
    if (!frame.span || frame.classHash === undefined) continue;
    const ofClass = frames.get(frame.classHash);
    if (ofClass) ofClass.push(frame);
    else frames.set(frame.classHash, [frame]);
  }
  const sources = new Map<StackFrame, SourceLines | undefined>();
  for (const [classHash, ofClass] of frames) {
    const places = ofClass.map(({ span }) => span!);
    const found = await artifacts.sourceLines(classHash, places);
    for (const [i, frame] of ofClass.entries()) sources.set(frame, found[i]);
  }
  return { ...explanation, stack: explanation.stack.map((frame) => ({ ...frame, source: sources.get(frame) })) };
}
