import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultConfig } from '../src/chain/config.ts';
import { createNode } from '../src/chain/createNode.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { selectorOf } from '../src/execution/hash/address.ts';
import { toFelt } from '../src/felt/felt.ts';
import { wholeEdit } from '../src/rpc/editState.ts';

test('what a contract prints reaches whoever listens', async () => {
  const printed: string[] = [];
  const node = await createNode({ ...defaultConfig, seed: 1, accounts: 0 }, undefined, {
    print: (text) => printed.push(text),
  });
  const file = join(import.meta.dirname, '../contracts/classes/printer.sierra.json');
  const definition = readClassText(readFileSync(file, 'utf8'));
  const { classHash } = await node.compile(definition);
  const address = toFelt(0xabc);
  await node.write((draft) =>
    draft.applyStateEdit({
      ...wholeEdit({ deployed: [{ address, classHash }] }),
      classes: [{ definition, classHash: undefined, compiledClassHash: undefined }],
    }),
  );
  const text = 'Hello, sandbox!';
  const word = BigInt(`0x${Buffer.from(text).toString('hex')}`);
  const calldata = [toFelt(0), toFelt(word), toFelt(text.length)];
  const request = { contractAddress: address, entryPointSelector: selectorOf('print'), calldata };
  expect(await node.chain.call(request, 'pre_confirmed')).toMatchObject({ kind: 'finished', info: { failed: false } });
  expect(printed).toEqual([`${text}\n`]);
  node.close();
});
