import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

const QUESTION = '{"jsonrpc":"2.0","id":5,"method":"starknet_chainId"}';
const ANSWER = '{"jsonrpc":"2.0","id":5,"result":"0x534e5f5345504f4c4941"}';

describe('box.fetch', () => {
  let box: Sandbox;
  beforeAll(async () => {
    box = await Sandbox.create({ seed: 7, accounts: 1 });
  });
  afterAll(() => box.close());
  const ask = () => box.fetch('http://box', { body: QUESTION });

  const bytes = new TextEncoder().encode(QUESTION);
  test.each<[string, () => unknown]>([
    ['a text', () => QUESTION],
    ['bytes', () => bytes],
    ['an ArrayBuffer', () => bytes.buffer],
    ['a blob', () => new Blob([QUESTION])],
    ['a stream', () => new Response(QUESTION).body],
  ])('reads a body that is %s', async (_, body) => {
    expect(await (await box.fetch('http://box', { body: body() })).text()).toBe(ANSWER);
  });

  test('reads the body of a Request', async () => {
    const request = new Request('http://box', { method: 'POST', body: QUESTION });
    expect(await (await box.fetch(request)).text()).toBe(ANSWER);
  });

  test('gives a Response with status and headers', async () => {
    const response = await ask();
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ ok: true, status: 200, statusText: '', redirected: false, bodyUsed: false });
    expect([...response.headers]).toEqual([['content-type', 'application/json']]);
  });

  test.each<[string, (response: Response) => Promise<unknown>]>([
    ['text', (response) => response.text()],
    ['json', async (response) => JSON.stringify(await response.json())],
    ['arrayBuffer', async (response) => new TextDecoder().decode(await response.arrayBuffer())],
    ['blob', async (response) => (await response.blob()).text()],
    ['a stream', async (response) => new Response(response.body).text()],
  ])('gives a body that is read once, as %s', async (_, read) => {
    const response = await ask();
    expect(await read(response)).toBe(ANSWER);
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
    await expect(response.json()).rejects.toThrow(TypeError);
    expect(() => response.clone()).toThrow(TypeError);
  });

  test('gives a body that a clone reads again', async () => {
    const response = await ask();
    const copy = response.clone();
    expect(await response.text()).toBe(ANSWER);
    expect(copy.bodyUsed).toBe(false);
    expect(await copy.json()).toEqual(JSON.parse(ANSWER));
  });
});
