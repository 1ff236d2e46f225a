import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { answerResponse } from './answerResponse.ts';

const TEXT = '{"name":"é","list":[1,2]}';
const bytes = new TextEncoder().encode(TEXT);
const usual = () => new Response(TEXT, { headers: { 'content-type': 'application/json' } });

test('an answer reads like a usual Response, whichever way it is read', async () => {
  for (const make of [() => answerResponse(TEXT), usual]) {
    expect(make()).toBeInstanceOf(Response);
    expect([make().status, make().ok, make().headers.get('content-type')]).toEqual([200, true, 'application/json']);
    expect(await make().text()).toBe(TEXT);
    expect(await make().json()).toEqual({ name: 'é', list: [1, 2] });
    expect(new Uint8Array(await make().arrayBuffer())).toEqual(bytes);
    expect(await (await make().blob()).text()).toBe(TEXT);
    const chunks: Uint8Array[] = [];
    for await (const chunk of make().body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
    expect(new Uint8Array(chunks.flatMap((chunk) => [...chunk]))).toEqual(bytes);
    await expect(make().formData()).rejects.toThrow(TypeError);
  }
});

test('a body can be read once, and a clone makes a second time possible', async () => {
  for (const make of [() => answerResponse(TEXT), usual]) {
    const response = make();
    expect(response.bodyUsed).toBe(false);
    const copy = response.clone();
    expect([await response.text(), await copy.json()]).toEqual([TEXT, JSON.parse(TEXT)]);
    expect([response.bodyUsed, copy.bodyUsed]).toEqual([true, true]);
    await expect(response.text()).rejects.toThrow(TypeError);
    const other = make();
    await other.json();
    expect(other.bodyUsed).toBe(true);
    for (const again of [() => other.text(), () => other.json(), () => other.arrayBuffer(), () => other.blob()])
      await expect(again()).rejects.toThrow(TypeError);
    expect(() => other.clone()).toThrow(TypeError);
  }
});

test('an answer can be printed before and after it is read', async () => {
  const response = answerResponse(TEXT);
  expect(inspect(response)).toContain('status: 200');
  const read = answerResponse(TEXT);
  await read.json();
  expect(inspect(read)).toContain('status: 200');
});
