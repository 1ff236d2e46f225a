import { expect, test } from 'vitest';
import type { FileTarget } from '../async/fileTarget.ts';
import { toFelt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { type AnswerRow, chainInMoment, decodeMoment, encodeMoment, momentPlace } from './momentFile.ts';

const moment = {
  transaction: toFelt(0xabcn),
  moment: 4644,
  state: Uint8Array.from({ length: 3000 }, (_, i) => i % 251),
  classes: [
    {
      classHash: keyOf(toFelt(7n)),
      contractName: 'Book',
      debugInfo: { annotations: { a: [1, 2] } },
      sources: ['mod a;'],
      files: new Map([['/src/book.cairo', 'pub mod Book {\n}\n']]),
    },
  ],
};

/** What the file of the moment is made from. */
const source = {
  ...moment,
  state: async (file: FileTarget) => {
    await file.append(new Uint8Array(100));
    await file.append(moment.state.subarray(100));
    await file.replaceStart(moment.state.subarray(0, 100));
  },
};

test('a file has the chain, the classes with their sources, the transaction and the moment', async () => {
  const file = await encodeMoment(source);
  expect(momentPlace(file)).toEqual({ transaction: 0xabcn, moment: 4644 });
  expect(await decodeMoment(file)).toEqual(moment);
});

const rows: readonly AnswerRow[] = [
  ['chainId', [], '0x1'],
  ['getNonce', { block_id: { block_number: 5 }, contract_address: '0x7' }, '0x2'],
  ['getClass', { class_hash: '0x9' }, null, { code: 28, message: 'Class hash not found' }],
];

test('a file of a fork has the answers of its origin too, and one of another chain is as it was', async () => {
  const file = await encodeMoment({ ...source, answers: [rows.slice(0, 2), rows.slice(2)] });
  expect(await decodeMoment(file)).toEqual({ ...moment, answers: rows });
  expect(await chainInMoment(file)).toEqual({ state: moment.state, answers: rows });
  const head = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes.subarray(0, bytes.indexOf(10))).toString());
  expect(head(file)).toMatchObject({ version: 2 });
  expect(head(await encodeMoment(source))).toMatchObject({ version: 1 });
  expect(await chainInMoment(await encodeMoment(source))).toEqual({ state: moment.state, answers: undefined });
});

test('answers that are none, or too many, are refused', async () => {
  const fileWith = (...texts: readonly string[]) => {
    const parts = texts.map((text) => withLength(text.length, text));
    return fileOf(Buffer.concat([withLength(0, ''), ...parts, withLength(0, '')]), 2);
  };
  const hostile = [
    '[["getClassHashAt",null,"0x1"]]',
    '[["x",[],null,{"code":1,"message":{"toString":1}}]]',
    '[["x",[],null,{"code":"1","message":"a"}]]',
    '[["x",[],null,null]]',
  ];
  for (const text of [
    '{}',
    '1',
    '[1]',
    '[[]]',
    '[["a",1]]',
    '[[1,2,3]]',
    '[["a",1,2,3,4]]',
    '[["a",[],1],null]',
    ...hostile,
  ])
    await expect(chainInMoment(await fileWith('[["a",[],1]]', text)), text).rejects.toThrow(
      'an answer in it is not one',
    );
  await expect(chainInMoment(await fileWith('[["a",[],1]'))).rejects.toThrow('damaged: ');
  await expect(chainInMoment(await fileOf(withLength(0, ''), 2))).rejects.toThrow('cut off');
  const most = 'more than 100000 answers of the forked network';
  await expect(chainInMoment(await fileWith(...Array<string>(100_001).fill('[]')))).rejects.toThrow(most);
  const many = Array.from({ length: 60_000 }, (): AnswerRow => ['a', [], 1]);
  await expect(chainInMoment(await fileWith(JSON.stringify(many), JSON.stringify(many)))).rejects.toThrow(most);
  await expect(encodeMoment({ ...source, answers: [many, many] })).rejects.toThrow(
    /more than 100000 answers of the forked network.* and \d+ bytes are answers/,
  );
});

test('a file that is cut, changed or something else is refused with the reason', async () => {
  const file = await encodeMoment(source);
  await expect(decodeMoment(file.subarray(0, file.length - 5))).rejects.toThrow('does not match its checksum');
  const changed = file.slice();
  changed[file.length - 9]! ^= 1;
  await expect(decodeMoment(changed)).rejects.toThrow('does not match its checksum');
  for (const other of ['', 'x', '{}\n', '{"format":"starbox-state","version":8}\n', '\n'.repeat(5), '[1]\n', 'null\n'])
    await expect(decodeMoment(new TextEncoder().encode(other))).rejects.toThrow('no exported transaction');
  expect(momentPlace(new Uint8Array(5000))).toBeUndefined();
});

/** A file with a right checksum, and whatever content. */
async function fileOf(content: Uint8Array, version = 1): Promise<Uint8Array> {
  const packed = new Uint8Array(
    await new Response(
      new Blob([content as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer(),
  );
  const sum = Buffer.from(await crypto.subtle.digest('SHA-256', packed)).toString('hex');
  const head = JSON.stringify({ format: 'starbox-moment', version, transaction: '0x1', moment: 0, sha256: sum });
  return Buffer.concat([Buffer.from(`${head}\n`), packed]);
}

const withLength = (length: number, text: string): Uint8Array => {
  const bytes = new Uint8Array(4 + text.length);
  new DataView(bytes.buffer).setUint32(0, length);
  bytes.set(new TextEncoder().encode(text), 4);
  return bytes;
};

test('hostile content with a right checksum is refused: lengths, JSON, classes, versions and what grows too large', async () => {
  const refused = async (file: Uint8Array, reason: string) => expect(decodeMoment(file)).rejects.toThrow(reason);
  await refused(await fileOf(new Uint8Array(2)), 'damaged');
  await refused(await fileOf(withLength(2 ** 32 - 1, '{}')), 'cut off');
  const fileWithClass = (text: string) => fileOf(Buffer.concat([withLength(text.length, text), withLength(0, '')]));
  await refused(await fileWithClass('{}'), 'a class in it is not one');
  await refused(await fileWithClass('1'), 'a class in it is not one');
  await refused(await fileWithClass('{]'), 'damaged: ');
  await refused(await fileOf(withLength(0, ''), 3), 'Update Starbox');
  await refused(await fileOf(new Uint8Array(200_000_001)), 'more than 200000000 bytes');
});

test('a file with more classes, or more values in all of them together, than one is written with is refused', async () => {
  const text = (debugInfo: string) => `{"classHash":"0x1","sources":[],"files":[],"debugInfo":[${debugInfo}]}`;
  const fileWith = (count: number, each: string) => {
    const part = withLength(each.length, each);
    return fileOf(Buffer.concat([...Array<Uint8Array>(count).fill(part), withLength(0, '')]));
  };
  await expect(decodeMoment(await fileWith(257, text('')))).rejects.toThrow('more than 256 classes');
  expect((await decodeMoment(await fileWith(256, text('')))).classes).toHaveLength(256);
  const many = text(`${'1,'.repeat(5_400_000)}1`);
  await expect(decodeMoment(await fileWith(3, many))).rejects.toThrow('more than 16000000 values');
});

test('classes that are large together are written and read, with rests between their parts', async () => {
  // Escapes count as values do: together they have more than one JSON text of a file may have.
  const annotations = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [i, [i]]));
  const classes = [1n, 2n, 3n].map((hash) => ({
    ...moment.classes[0]!,
    classHash: keyOf(toFelt(hash)),
    debugInfo: { annotations },
    sources: ['\n'.repeat(3_000_000)],
  }));
  let rests = 0;
  const rest = () => void rests++;
  const read = await decodeMoment(await encodeMoment({ ...source, classes }, { rest }));
  expect(read.classes.map(({ classHash }) => classHash)).toEqual(classes.map(({ classHash }) => classHash));
  for (const { debugInfo, sources } of read.classes) {
    expect(JSON.stringify(debugInfo)).toBe(JSON.stringify({ annotations }));
    expect(sources[0]!.length).toBe(3_000_000);
  }
  expect(read.state).toEqual(moment.state);
  expect(rests).toBeGreaterThan(500);
});

test('more values than a reader allows are refused when the file is made', async () => {
  // Escapes count as values do.
  const withValues = (length: number, count: number) => {
    const sources = ['\n'.repeat(length)];
    return { ...source, classes: Array.from({ length: count }, () => ({ ...moment.classes[0]!, sources })) };
  };
  const refused = /more than 16000000 values.*: \d+ bytes are debug information/;
  await expect(encodeMoment(withValues(5_400_000, 3))).rejects.toThrow(refused);
  await expect(encodeMoment(withValues(8_000_000, 1))).rejects.toThrow(refused);
});

test('a source file that is larger than the node reads is left out', async () => {
  const files = new Map([
    ['large.cairo', 'x'.repeat(2 ** 20 + 1)],
    ['small.cairo', 'x'.repeat(2 ** 20)],
  ]);
  const read = await decodeMoment(await encodeMoment({ ...source, classes: [{ ...moment.classes[0]!, files }] }));
  expect([...read.classes[0]!.files.keys()]).toEqual(['small.cairo']);
});

test('what is too large is refused as soon as it is, and waits for memory before', async () => {
  let [parts, grown] = [0, 0];
  const state = async (file: FileTarget) => {
    for (; parts < 1000; parts++) await file.append(new Uint8Array(2 ** 22));
  };
  const grow = async () => void grown++;
  await expect(encodeMoment({ ...source, state }, { grow })).rejects.toThrow(
    /more than 200000000 bytes.*: \d+ bytes are debug information and sources/,
  );
  expect(parts).toBeLessThan(48);
  expect(grown).toBe(parts);
});

test('a file that can hardly be compressed is made up to the same size', async () => {
  const noise = crypto.getRandomValues(new Uint8Array(2 ** 16));
  const large = new Uint8Array(199_999_900);
  for (let at = 0; at < large.length; at += noise.length) large.set(noise.subarray(0, large.length - at), at);
  const file = await encodeMoment({ ...source, classes: [], state: (target: FileTarget) => target.append(large) });
  expect(file.length).toBeGreaterThan(200_000_000);
  const { state } = await decodeMoment(file);
  expect(Buffer.compare(state, large)).toBe(0);
});

test('work that ends while a file is made ends it with the reason', async () => {
  const rest = () => {
    throw new Error('cancelled');
  };
  await expect(encodeMoment(source, { rest })).rejects.toThrow('cancelled');
});
