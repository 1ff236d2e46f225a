import { afterEach, describe, expect, test, vi } from 'vitest';

/** Opens the page at an address: that of a node below /ui/, or the playground, whose files are anywhere. */
async function openAt(address: string, mode = 'production') {
  vi.resetModules();
  vi.stubEnv('BASE_URL', mode === 'playground' ? './' : '/ui/');
  vi.stubEnv('MODE', mode);
  const steps: string[] = [];
  const events = new EventTarget();
  let location = new URL(address, 'http://127.0.0.1:5050');
  const go = (kind: string) => (_state: null, _title: string, to: string) => {
    steps.push(`${kind} ${to}`);
    location = new URL(to, location);
  };
  vi.stubGlobal('window', {
    get location() {
      return location;
    },
    history: { pushState: go('push'), replaceState: go('replace') },
    dispatchEvent: (event: Event) => events.dispatchEvent(event),
    scrollTo: () => steps.push('to the top'),
  });
  return { steps, ...(await import('./router.ts')) };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('places of the playground keep what is behind the #, where it finds its chain, until it has another one', async () => {
  const { navigate, setQuery, forgetFragment, steps } = await openAt('/#moment=abc', 'playground');
  navigate('/tx/0x1/debug', { replace: true });
  setQuery('at', '7');
  navigate('/blocks');
  forgetFragment();
  navigate('/txs');
  expect(steps.filter((step) => step !== 'to the top')).toEqual([
    `replace ?at=${encodeURIComponent('/tx/0x1/debug')}#moment=abc`,
    `replace ?at=${encodeURIComponent('/tx/0x1/debug?at=7')}#moment=abc`,
    `push ?at=${encodeURIComponent('/blocks')}#moment=abc`,
    `replace /?at=${encodeURIComponent('/blocks')}`,
    `push ?at=${encodeURIComponent('/txs')}`,
  ]);
});

describe('the page of a node', () => {
  test('has its places below /ui', async () => {
    const { href, readLocation } = await openAt('/ui/tx/0x1?tab=calls');
    expect(href('/tx/0x1')).toBe('/ui/tx/0x1');
    expect(readLocation().path).toBe('/tx/0x1');
    expect(readLocation().query.get('tab')).toBe('calls');
  });

  test.each(['/ui', '/ui/'])('begins at %s', async (address) => {
    const { readLocation } = await openAt(address);
    expect(readLocation().path).toBe('/');
  });

  test('goes to a place with a step in the history, from which it begins at the top', async () => {
    const { navigate, readLocation, steps } = await openAt('/ui/');
    navigate('/blocks?before=5');
    expect(readLocation().path).toBe('/blocks');
    navigate('/txs', { replace: true });
    expect(steps).toEqual(['push /ui/blocks?before=5', 'to the top', 'replace /ui/txs']);
  });

  test('changes one value after the question mark and keeps the others', async () => {
    const { setQuery, readLocation, steps } = await openAt('/ui/txs?before=5&tab=all');
    setQuery('tab', 'own');
    expect(String(readLocation().query)).toBe('before=5&tab=own');
    setQuery('tab', undefined);
    setQuery('before', undefined);
    expect(steps.at(-1)).toBe('replace /ui/txs');
  });
});

test('another tab begins at its first page, and keeps the rest', async () => {
  const { setTab, readLocation } = await openAt('/ui/contract/0x1?by=line&before=7.0&tab=events&page=x&cell=3');
  setTab('transactions');
  expect(String(readLocation().query)).toBe('by=line&tab=transactions');
  setTab(undefined);
  expect(String(readLocation().query)).toBe('by=line');
});

describe('the playground', () => {
  test('has its places behind the question mark', async () => {
    const { href, readLocation } = await openAt('/play/?at=%2Ftx%2F0x1%3Ftab%3Dcalls', 'playground');
    expect(href('/tx/0x1?tab=calls')).toBe('?at=%2Ftx%2F0x1%3Ftab%3Dcalls');
    expect(readLocation().path).toBe('/tx/0x1');
    expect(readLocation().query.get('tab')).toBe('calls');
  });

  test('begins where the address names no place', async () => {
    const { readLocation } = await openAt('/play/', 'playground');
    expect(readLocation().path).toBe('/');
  });

  test('comes back to every place that it went to', async () => {
    const { navigate, readLocation } = await openAt('/play/', 'playground');
    for (const path of ['/contract/0x1?cell=a%26b', '/txs?q=a?b', '/']) {
      navigate(path);
      const { path: read, query } = readLocation();
      const wanted = new URL(path, 'http://x');
      expect([read, String(query)], path).toEqual([wanted.pathname, String(wanted.searchParams)]);
    }
  });
});

describe('a pattern', () => {
  test('names the parts of a path', async () => {
    const { match } = await openAt('/ui/');
    expect(match('/tx/:hash', '/tx/0x1')).toEqual({ hash: '0x1' });
    expect(match('/tx/:hash/debug', '/tx/0x1/debug')).toEqual({ hash: '0x1' });
    expect(match('/blocks', '/blocks')).toEqual({});
    expect(match('/blocks', '/blocks/')).toEqual({});
    expect(match('/', '/')).toEqual({});
  });

  test('does not match other paths', async () => {
    const { match } = await openAt('/ui/');
    for (const path of ['/', '/tx', '/tx/0x1/debug', '/block/0x1', 'tx/0x1'])
      expect(match('/tx/:hash', path), path).toBeUndefined();
    expect(match('/', '/blocks')).toBeUndefined();
  });

  test('reads parts as they were written, also if their escapes are damaged', async () => {
    const { match } = await openAt('/ui/');
    expect(match('/x/:name', '/x/a%2Fb')).toEqual({ name: 'a/b' });
    expect(match('/x/:name', '/x/%E0%A4%A')).toEqual({ name: '%E0%A4%A' });
  });
});
