import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Origin } from '../../src/chain/origin.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { readClass } from '../../src/classes/readClass.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import type { Felt } from '../../src/felt/felt.ts';
import { keyOf } from '../../src/felt/key.ts';
import { readOriginClass } from '../../src/fork/originClass.ts';
import type { Sandbox } from '../../src/index.ts';
import { exportedAnswers, exportedOrigin } from '../../src/rpc/record/exportedAnswers.ts';
import type { SierraClass } from '../../src/sierra/class/sierraClass.ts';
import { sierraClassHash } from '../../src/sierra/hash/sierraClassHash.ts';
import type { AnswerRow } from '../../src/stateFile/momentFile.ts';
import { busyOrigin, EXERCISER, URL } from '../support/fork/chains.ts';
import { answer, faultyOrigin, fork } from '../support/fork/faultyOrigin.ts';
import { hex } from '../support/fork/wallet.ts';

let origin: Sandbox;
beforeAll(async () => {
  origin = await busyOrigin(6);
});
afterAll(() => origin.close());

describe('classes of an origin', () => {
  const request = { contract_address: hex(EXERCISER), entry_point_selector: hex(selectorOf('get')), calldata: ['0x1'] };

  /** A fork whose origin changes its answers about classes. */
  async function forkWith(change: (answers: { result: Record<string, unknown> }[]) => unknown) {
    const way = faultyOrigin(origin);
    way.instead = async (body) => {
      const text = await (await origin.fetch(URL, { body })).text();
      const asked = JSON.parse(body);
      const isClass = Array.isArray(asked) && asked[0].method === 'starknet_getClass';
      return answer(isClass ? JSON.stringify(change(JSON.parse(text))) : text);
    };
    return fork({ fetch: way.fetch });
  }

  test('are compiled here, whatever compiled form the origin returns', async () => {
    const box = await forkWith(([definition, casm]) => [definition, { ...casm, result: { bytecode: 'odd' } }]);
    expect(await box.ask('starknet_call', { request, block_id: 'latest' })).toHaveProperty('result');
    // 0x10780017fff7fff 0 jumps to itself.
    const endless = await forkWith(([definition, casm]) => [
      definition,
      { ...casm, result: { ...casm!.result, bytecode: ['0x10780017fff7fff', '0x0'], hints: [] } },
    ]);
    expect(await endless.ask('starknet_call', { request, block_id: 'latest' })).toHaveProperty('result');
    box.close();
    endless.close();
  });

  test('must have the requested hash', async () => {
    const box = await forkWith(([definition, casm]) => [
      { ...definition, result: { ...definition!.result, abi: '[]' } },
      casm,
    ]);
    expect(await box.ask('starknet_call', { request, block_id: 'latest' })).toMatchObject({
      error: { message: expect.stringContaining('cannot be used: it hashes to another hash') },
    });
    box.close();
  });

  test('may have an invalid ABI, since the hash covers its text', async () => {
    const { result } = await call('starknet_getClassAt', ['latest', hex(EXERCISER)]);
    const definition = { ...result, abi: 'no abi at all' };
    const classHash = sierraClassHash({
      ...(readClass({ ...result, abi: '[]' }) as SierraClass),
      abi: 'no abi at all',
    });
    const warnings: string[] = [];
    const reading = { library: new ClassLibrary(), warn: (text: string) => void warnings.push(text) };
    const { found: read } = await readOriginClass(classHash, { definition, casm: undefined }, reading);
    expect(read?.classHash).toBe(classHash);
    expect(warnings).toEqual([]);
  });

  test('that cannot be compiled here run in the compiled form of the origin, with a warning', async () => {
    const [definition, casm] = await Promise.all(
      ['starknet_getClassAt', 'starknet_getCompiledCasm'].map(async (method) => {
        const { result: classHash } = await call('starknet_getClassHashAt', ['latest', hex(EXERCISER)]);
        const params = method === 'starknet_getClassAt' ? ['latest', hex(EXERCISER)] : [classHash];
        return (await call(method, params)).result;
      }),
    );
    // This version of Sierra does not exist yet.
    const newer = { ...definition, sierra_program: ['0x63', ...definition.sierra_program.slice(1)] };
    const classHash = sierraClassHash(readClass(newer) as SierraClass);
    const warnings: string[] = [];
    const reading = { library: new ClassLibrary(), warn: (text: string) => void warnings.push(text) };
    expect((await readOriginClass(classHash, { definition: newer, casm }, reading)).found?.casm).toBeDefined();
    expect(warnings).toEqual([expect.stringContaining('cannot be compiled here')]);
    await expect(readOriginClass(classHash, { definition: newer, casm: undefined }, reading)).rejects.toThrow(
      'of the origin cannot be used',
    );
  });

  test('are in an exported file so that they are read the same: with their ABI, and compiled by the origin', async () => {
    const { result } = await call('starknet_getClassAt', ['latest', hex(EXERCISER)]);
    const casm = (await call('starknet_getCompiledCasm', [hex(sierraClassHash(readClass(result) as SierraClass))]))
      .result;
    const reading = { library: new ClassLibrary(), warn: () => {} };
    // Nothing here writes the ABI like this, and the class is of a version of Sierra that does not exist yet.
    const abi = '[ ]';
    const definition = { ...result, abi, sierra_program: ['0x63', ...result.sierra_program.slice(1)] };
    const classHash = sierraClassHash({ ...(readClass(definition) as SierraClass), abi });
    const first = await readOriginClass(classHash, { definition, casm }, reading);
    expect(first).toMatchObject({ abi, isCompiledThere: true });
    const answered = function* () {
      yield { kind: 'class', classHash: keyOf(classHash), ...first } as const;
    };
    const block = { number: 3, hash: 5n as Felt, timestamp: 0n, isAcceptedOnL1: false, protocolVersion: undefined };
    const origin = { chainId: 1n as Felt, block, hashes: new Map(), answered } as Partial<Origin> as Origin;
    const rows: AnswerRow[] = [];
    for await (const part of exportedAnswers(origin, [], { rest: () => undefined })) rows.push(...part);
    const endpoint = (await (await exportedOrigin(rows, 'a file')).standIn('a file'))!;
    const class_hash = hex(classHash);
    const [shown, compiled, other] = await endpoint.call([
      { method: 'getClass', params: { block_id: { block_number: 3 }, class_hash } },
      { method: 'getCompiledCasm', params: { class_hash } },
      { method: 'getCompiledCasm', params: { class_hash: '0x9' } },
    ]);
    // The origin is asked for the compiled form of the next class too.
    expect(other!.error!.code).toBe(28);
    const again = await readOriginClass(classHash, { definition: shown!.result, casm: compiled!.result }, reading);
    expect(again).toEqual(first);
  });

  test('whose compiled form of the origin never ends are stopped by the step limit', async () => {
    const { result: definition } = await call('starknet_getClassAt', ['latest', hex(EXERCISER)]);
    const newer = { ...definition, sierra_program: ['0x63', ...definition.sierra_program.slice(1)] };
    const classHash = hex(sierraClassHash(readClass(newer) as SierraClass));
    const { result: trueHash } = await call('starknet_getClassHashAt', ['latest', hex(EXERCISER)]);
    const { result: casm } = await call('starknet_getCompiledCasm', [trueHash]);
    const entryPoints = casm.entry_points_by_type.EXTERNAL.map((entry: object) => ({ ...entry, offset: 0 }));
    // The only instruction jumps to itself.
    const endless = {
      ...casm,
      bytecode: ['0x10780017fff7fff', '0x0'],
      hints: [],
      bytecode_segment_lengths: undefined,
      entry_points_by_type: { EXTERNAL: entryPoints, L1_HANDLER: [], CONSTRUCTOR: [] },
    };
    const way = faultyOrigin(origin);
    way.instead = async (body) => {
      const asked = JSON.parse(body);
      const one = async ({
        id,
        method,
        params,
      }: {
        id: number;
        method: string;
        params: { contract_address?: string };
      }) => {
        const lies: Record<string, unknown> = { starknet_getClass: newer, starknet_getCompiledCasm: endless };
        if (params.contract_address === hex(EXERCISER)) lies['starknet_getClassHashAt'] = classHash;
        return method in lies ? { jsonrpc: '2.0', id, result: lies[method] } : { ...(await call(method, params)), id };
      };
      return answer(JSON.stringify(Array.isArray(asked) ? await Promise.all(asked.map(one)) : await one(asked)));
    };
    const box = await fork({ fetch: way.fetch });
    const { error } = await box.ask('starknet_call', { request, block_id: 'latest' });
    expect(JSON.stringify(error.data)).toContain('RunResources has no remaining steps');
    expect(box.warnings).toEqual([expect.stringContaining('runs the compiled code that the origin gives')]);
    box.close();
  });

  test('that cannot be compiled here or by the origin have no compiled form: error 100 with the reason', async () => {
    const { result: definition } = await call('starknet_getClassAt', ['latest', hex(EXERCISER)]);
    const newer = { ...definition, sierra_program: ['0x63', ...definition.sierra_program.slice(1)] };
    const classHash = hex(sierraClassHash(readClass(newer) as SierraClass));
    const way = faultyOrigin(origin);
    const answers: Record<string, object> = {
      starknet_getClass: { result: newer },
      starknet_getCompiledCasm: { error: { code: 100, message: 'Failed to compile the contract' } },
    };
    way.instead = async (body) => {
      const asked = JSON.parse(body);
      if (!Array.isArray(asked) || asked[0].method !== 'starknet_getClass') return origin.fetch(URL, { body });
      return answer(JSON.stringify(asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...answers[method] }))));
    };
    const box = await fork({ fetch: way.fetch });
    expect(await box.ask('starknet_getCompiledCasm', { class_hash: classHash })).toMatchObject({
      error: {
        code: 100,
        message: 'Failed to compile the contract',
        data: {
          compilation_error: expect.stringContaining('Sierra version 99'),
          explanation: expect.stringContaining('origin'),
        },
      },
    });
    // A class that is not what its hash says is another fault.
    answers['starknet_getClass'] = { result: { ...newer, abi: '[]' } };
    expect(await box.ask('starknet_getCompiledCasm', { class_hash: classHash })).toMatchObject({ error: { code: -1 } });
    box.close();
  });

  const call = async (method: string, params: unknown) =>
    JSON.parse(
      await (await origin.fetch(URL, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })).text(),
    );
});
