import type { Profile } from './profile.ts';

/** The name of the only profile in a file. */
export const PROFILE_NAME = 'L2 gas';

/** The profile as a file of speedscope (https://www.speedscope.app), which shows it as a flame graph. */
export function speedscope({ samples }: Profile, name: string): object {
  const frames: { name: string; file?: string; line?: number }[] = [];
  const indices = new Map<string, number>();
  const indexOf = (frame: (typeof frames)[number]): number => {
    const key = JSON.stringify(frame);
    let index = indices.get(key);
    if (index === undefined) indices.set(key, (index = frames.push(frame) - 1));
    return index;
  };
  const used = samples.filter(({ l2Gas }) => l2Gas > 0);
  const stacks = used.map(({ stack, libfunc }) => [
    ...stack.map(({ name, file, line }) =>
      indexOf({ name, ...(file !== undefined && { file }), ...(line !== undefined && { line }) }),
    ),
    ...(libfunc === undefined ? [] : [indexOf({ name: libfunc })]),
  ]);
  const weights = used.map(({ l2Gas }) => l2Gas);
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    name,
    exporter: 'starbox',
    activeProfileIndex: 0,
    shared: { frames },
    profiles: [
      {
        type: 'sampled',
        name: PROFILE_NAME,
        unit: 'none',
        startValue: 0,
        endValue: weights.reduce((sum, weight) => sum + weight, 0),
        samples: stacks,
        weights,
      },
    ],
  };
}
