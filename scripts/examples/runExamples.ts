// Sends the examples of docs/methods.md to a node and notes its answers.
import type { RpcParams } from '../../src/rpc/schema.ts';
import { beginStory } from './beginStory.ts';
import { chainExamples } from './chainExamples.ts';
import type { Example } from './example.ts';
import { inFixedSurroundings } from './fixedSurroundings.ts';
import { sandboxExamples } from './sandboxExamples.ts';
import { ExampleError, type Story } from './story.ts';

/** A request and what came back. */
export interface Exchange {
  readonly kind: 'result' | 'error';
  readonly params: unknown;
  readonly answer: unknown;
  /** Of a subscription: what it sent first. */
  readonly notification?: unknown;
}

/** Any of them. What follows treats all alike. */
type AnyExample = Example<'starknet_call'>;
const examples = Object.entries({ ...chainExamples, ...sandboxExamples } as unknown as Record<string, AnyExample>);

const without = (members: readonly string[], answer: object): object =>
  members.length === 0 ? answer : { ...answer, ...Object.fromEntries(members.map((name) => [name, '…'])) };

/** The exchanges of every method, by its name in the starknet dialect. They are the same in every run. */
export const runExamples = (): Promise<ReadonlyMap<string, readonly Exchange[]>> =>
  inFixedSurroundings(async () => {
    const story = await beginStory();
    const found = new Map<string, readonly Exchange[]>();
    for (const [method, example] of examples) {
      const own = example.alone ? await beginStory() : story;
      found.set(method, await exchanges(method as 'starknet_call', example, own));
    }
    return found;
  });

async function exchanges(method: 'starknet_call', example: AnyExample, story: Story): Promise<readonly Exchange[]> {
  const { params, fails } = example;
  const found: Exchange[] = [];
  // A method that only fails has no other example.
  if (params !== undefined || fails === undefined)
    found.push(await inClone(story, (clone) => answered(method, example, clone)));
  if (fails !== undefined) found.push(await inClone(story, (clone) => failed(method, fails, clone)));
  return found;
}

async function inClone<T>(story: Story, run: (clone: Story) => Promise<T>): Promise<T> {
  const clone = story.clone();
  try {
    return await run(clone);
  } finally {
    clone.end();
  }
}

async function answered(
  method: 'starknet_call',
  { before, params, varies, causes }: AnyExample,
  story: Story,
): Promise<Exchange> {
  await before?.(story);
  const given = await paramsOf(params, story);
  const answer = without(varies ?? [], await story.ask(method, given));
  if (!causes) return { kind: 'result', params: given, answer };
  await causes(story);
  const { notification } = story;
  if (notification === undefined) throw new Error(`The example of ${method} got no notification.`);
  return { kind: 'result', params: given, answer, notification };
}

async function failed(method: 'starknet_call', fails: AnyExample['fails'], story: Story): Promise<Exchange> {
  const params = await paramsOf(fails, story);
  try {
    await story.ask(method, params);
  } catch (error) {
    if (error instanceof ExampleError) return { kind: 'error', params, answer: error.error };
    throw error;
  }
  throw new Error(`The example of ${method} that should fail did not.`);
}

const paramsOf = async (given: AnyExample['params'], story: Story): Promise<RpcParams<'starknet_call'> | undefined> =>
  typeof given === 'function' ? given(story) : given;
