import { afterEach, expect, test, vi } from 'vitest';
import { match } from '../routing/router.ts';

const loadScreens = async (mode: string) => {
  vi.resetModules();
  vi.stubEnv('MODE', mode);
  return (await import('./screens.ts')).screens;
};

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['production', 'playground'])('every screen of the %s page has a path and a key of its own', async (mode) => {
  const screens = await loadScreens(mode);
  for (const { path } of screens) {
    const example = path.replace(/:\w+/g, '0x1');
    const fitting = screens.filter((screen) => match(screen.path, example));
    expect(
      fitting.map((screen) => screen.path),
      example,
    ).toEqual([path]);
  }
  const keys = screens.flatMap(({ menu }) => menu?.key ?? []);
  expect(keys).toEqual([...new Set(keys)]);
});

test('a screen is in the navigation or below an entry of it', async () => {
  const screens = await loadScreens('playground');
  const entries = screens.filter(({ menu }) => menu).map(({ path }) => path);
  for (const { path, menu, under } of screens) expect(entries, path).toContain(menu ? path : under);
});

test('only the playground has the screen of the playground', async () => {
  const pathsIn = async (mode: string) => (await loadScreens(mode)).map(({ path }) => path);
  expect(await pathsIn('production')).not.toContain('/playground');
  expect(await pathsIn('playground')).toContain('/playground');
});
