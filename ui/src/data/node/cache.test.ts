import { describe, expect, test, vi } from 'vitest';
import { Cache } from './cache.ts';

const answering = (value: unknown) => vi.fn(async () => value);

describe('the cache', () => {
  test('asks once for each version of the chain', async () => {
    const cache = new Cache();
    const ask = answering('a');
    expect(await cache.get('key', '0.1', ask)).toBe('a');
    expect(await cache.get('key', '0.1', ask)).toBe('a');
    expect(ask).toHaveBeenCalledTimes(1);
    await cache.get('key', '0.2', ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('gives one answer to all that ask while it is on its way', async () => {
    const cache = new Cache();
    const ask = answering('a');
    expect(cache.get('key', '1', ask)).toBe(cache.get('key', '1', ask));
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('has the last answer until a newer one is there', async () => {
    const cache = new Cache();
    expect(cache.last('key')).toBeUndefined();
    const first = cache.get('key', '1', answering('old'));
    expect(cache.last('key')).toBeUndefined();
    await first;
    const second = cache.get('key', '2', answering('new'));
    expect(cache.last('key')).toMatchObject({ value: 'old' });
    await second;
    expect(cache.last('key')).toMatchObject({ value: 'new' });
  });

  test('has an answer that is undefined', async () => {
    const cache = new Cache();
    await cache.get('key', '1', answering(undefined));
    expect(cache.last('key')).toMatchObject({ value: undefined });
  });

  test('forgets failures, so that the next one asks again', async () => {
    const cache = new Cache();
    await expect(cache.get('key', '1', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(cache.last('key')).toBeUndefined();
    expect(await cache.get('key', '1', answering('yes'))).toBe('yes');
  });

  test('has one request under way, whose answer is told although the chain has changed since', async () => {
    const cache = new Cache();
    const answers: ((value: string) => void)[] = [];
    const ask = vi.fn(() => new Promise((resolve) => answers.push(resolve)));
    const told: unknown[] = [];
    const stop = cache.follow('key', (settled) => told.push(settled));
    const first = cache.get('key', '1', ask);
    const later = ['2', '3', '4'].map((version) => cache.get('key', version, ask));
    expect(ask).toHaveBeenCalledTimes(1);
    answers[0]!('old');
    expect(await first).toBe('old');
    expect(told).toEqual([{ value: 'old' }]);
    expect(cache.last('key')).toMatchObject({ value: 'old' });
    await expect.poll(() => ask).toHaveBeenCalledTimes(2);
    answers[1]!('new');
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
    expect(await cache.get('key', '4', ask)).toBe('new');
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
    void cache.get('key', '5', ask);
    answers[2]!('newest');
    await expect.poll(() => cache.last('key')).toMatchObject({ value: 'newest' });
    expect(told).toEqual([{ value: 'old' }, { value: 'new' }]);
  });

  test('asks again after a request that failed while the chain changed', async () => {
    const cache = new Cache();
    let fail = (_error: Error): void => undefined;
    const late = cache.get('key', '1', () => new Promise((_, reject) => (fail = reject)));
    const newer = cache.get('key', '2', answering('new'));
    fail(new Error('late'));
    await expect(late).rejects.toThrow('late');
    expect(await newer).toBe('new');
    expect(cache.last('key')).toMatchObject({ value: 'new' });
  });

  test('drops the least recently used answers above 300', async () => {
    const cache = new Cache();
    for (let i = 0; i < 300; i++) await cache.get(`key ${i}`, '1', answering(i));
    await cache.get('key 0', '1', answering('asked again'));
    await cache.get('key 300', '1', answering(300));
    expect(cache.last('key 0')).toMatchObject({ value: 0 });
    expect(cache.last('key 1')).toBeUndefined();
    expect(cache.last('key 2')).toMatchObject({ value: 2 });
    expect(cache.last('key 300')).toMatchObject({ value: 300 });
  });
});
