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
    expect(cache.last('key')).toEqual({ value: 'old' });
    await second;
    expect(cache.last('key')).toEqual({ value: 'new' });
  });

  test('has an answer that is undefined', async () => {
    const cache = new Cache();
    await cache.get('key', '1', answering(undefined));
    expect(cache.last('key')).toEqual({ value: undefined });
  });

  test('forgets failures, so that the next one asks again', async () => {
    const cache = new Cache();
    await expect(cache.get('key', '1', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(cache.last('key')).toBeUndefined();
    expect(await cache.get('key', '1', answering('yes'))).toBe('yes');
  });

  test('keeps a newer answer when an older request fails late', async () => {
    const cache = new Cache();
    let fail = (_error: Error): void => undefined;
    const late = cache.get('key', '1', () => new Promise((_, reject) => (fail = reject)));
    await cache.get('key', '2', answering('new'));
    fail(new Error('late'));
    await expect(late).rejects.toThrow('late');
    expect(cache.last('key')).toEqual({ value: 'new' });
  });

  test('drops the least recently used answers above 300', async () => {
    const cache = new Cache();
    for (let i = 0; i < 300; i++) await cache.get(`key ${i}`, '1', answering(i));
    await cache.get('key 0', '1', answering('asked again'));
    await cache.get('key 300', '1', answering(300));
    expect(cache.last('key 0')).toEqual({ value: 0 });
    expect(cache.last('key 1')).toBeUndefined();
    expect(cache.last('key 2')).toEqual({ value: 2 });
    expect(cache.last('key 300')).toEqual({ value: 300 });
  });
});
