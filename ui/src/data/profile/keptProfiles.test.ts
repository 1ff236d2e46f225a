import { expect, test, vi } from 'vitest';

test('a page that is loaded again names no profile as the one before did', async () => {
  const load = () => {
    vi.resetModules();
    return import('./keptProfiles.ts');
  };
  const ids = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const { keepProfile, keptProfiles } = await load();
    ids.add(keepProfile('one', { samples: [] } as never));
    ids.add(keepProfile('other', { samples: [] } as never));
    expect(keptProfiles.get()).toHaveLength(2);
  }
  expect(ids.size).toBe(6);
});
