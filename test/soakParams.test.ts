import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { KnownValues } from '../attack/soak/knownValues.ts';
import { hostileParams, type ParamSources, validParams } from '../attack/soak/randomParams.ts';
import { repositoryClasses } from '../fuzz/sierraSeeds.ts';
import { defaultConfig } from '../src/chain/config.ts';
import { parseJson } from '../src/json/parseJson.ts';
import { requestJson } from '../src/protocol/limits.ts';
import type { Method } from '../src/rpc/method.ts';
import { methods } from '../src/rpc/methods/index.ts';
import { Random } from './support/random.ts';

const CASES = 40;
const config = { ...defaultConfig, seed: 0 };

function sources(seed: number): ParamSources {
  const random = new Random(seed);
  const known = new KnownValues(random);
  known.learn('getBlocks', { blocks: [{ block_hash: '0x1', block_number: 1 }] });
  const classes = repositoryClasses(resolve('contracts/classes')).map(({ sierra_program, entry_points_by_type }) => ({
    sierra_program,
    entry_points_by_type,
    contract_class_version: '0.1.0',
  }));
  return { random, known, classes, special: () => undefined };
}

/** Reads parameters as a server does. Returns the reason if the method refuses them. */
async function refusal({ read }: Method, params: unknown): Promise<string | undefined> {
  try {
    await read(parseJson(JSON.stringify(params ?? null), requestJson), config);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([...methods.values()].map((method) => [method.name, method] as const))(
  'the soak makes parameters that %s accepts, by its declaration alone',
  async (_, method) => {
    const made = sources(1);
    const refused: unknown[] = [];
    for (let i = 0; i < CASES; i++) {
      const params = validParams(method.params, made);
      const reason = await refusal(method, params);
      if (reason !== undefined) refused.push(reason, params);
    }
    // A declaration cannot say that exactly one of two members must be there.
    const isOneOf = method.name === 'load';
    expect(isOneOf ? refused.length < CASES * 2 : JSON.stringify(refused).slice(0, 500)).toEqual(isOneOf || '[]');
  },
);

test('most hostile parameters are refused, but not all', async () => {
  const made = sources(2);
  let refused = 0;
  let read = 0;
  for (const method of methods.values())
    for (let i = 0; i < 10; i++) {
      if ((await refusal(method, hostileParams(method.params, made))) === undefined) read++;
      else refused++;
    }
  expect(refused).toBeGreaterThan(read);
  expect(read).toBeGreaterThan(methods.size / 4);
});
