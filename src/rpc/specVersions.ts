import { SPEC_VERSION } from '../protocol/version.ts';
import { OlderSpec } from './spec/olderSpec.ts';
import { SPEC_0_9 } from './spec/v0_9.ts';

/** The versions of the specification that are served, by their names in paths; undefined for our own. */
const SERVED: ReadonlyMap<string, OlderSpec | undefined> = new Map([
  ...namesOf(SPEC_0_9.version).map((name) => [name, new OlderSpec(SPEC_0_9)] as const),
  ...namesOf(SPEC_VERSION).map((name) => [name, undefined] as const),
]);

/** Names of a version in paths: without its patch, and with this or an earlier one, since patches only add. */
function namesOf(version: string): readonly string[] {
  const [major, minor, patch] = version.split('.');
  const name = `v${major}_${minor}`;
  return [name, ...Array.from({ length: Number(patch) + 1 }, (_, each) => `${name}_${each}`)];
}

/** The names of served versions in paths, such as `v0_10`. */
export const SPEC_NAMES: readonly string[] = [...SERVED.keys()];

/** A path that names a version of the specification. */
export type SpecPath =
  /** The path that serves the same without a version, and what to change in answers; undefined for our own version. */
  | { readonly kind: 'served'; readonly path: '/rpc' | '/ws'; readonly spec: OlderSpec | undefined }
  | { readonly kind: 'unknown'; readonly text: string };

// Nodes and providers have these forms: /rpc/v0_10, /rpc/v0_10_2, /v0_10, /ws/rpc/v0_10, /ws/v0_10.
const FORM = /^(\/ws)?(?:\/rpc)?\/(v\d{1,4}_\d{1,4}(?:_\d{1,4})?)$/;

/** Reads a path that names a version of the specification; undefined for other paths. */
export function specPath(path: string): SpecPath | undefined {
  const [, socket, name] = FORM.exec(path) ?? [];
  if (name === undefined) return undefined;
  const plain = socket ? '/ws' : '/rpc';
  if (SERVED.has(name)) return { kind: 'served', path: plain, spec: SERVED.get(name) };
  const others = `${SPEC_0_9.version} at ${plain}${plain === '/ws' ? '/rpc' : ''}/v0_9`;
  const text = `JSON-RPC ${name.slice(1).replaceAll('_', '.')} is not served here (${path}). Version ${SPEC_VERSION} is at ${plain}, ${others}.`;
  return { kind: 'unknown', text };
}
