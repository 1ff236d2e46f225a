import { expect, test, vi } from 'vitest';
import { DroppedWrite, type Follower, type Node } from '../chain/node.ts';
import { RefusedMessage, RpcError } from '../rpc/rpcError.ts';
import { AutoPostman } from './autoPostman.ts';

/** A postman whose exchanges end like this, one after the other, and then well. */
function postmanWith(...ends: readonly (Error | undefined)[]) {
  let follower: Follower = () => undefined;
  const node = {
    chain: { l1: {} },
    follow: (given: Follower) => {
      follower = given;
      return () => undefined;
    },
  } as unknown as Node;
  const left = [...ends];
  const flush = vi.fn(async () => {
    const end = left.shift();
    if (end) throw end;
  });
  const warnings: string[] = [];
  const postman = new AutoPostman(node, flush, (text) => warnings.push(text));
  const makeBlock = async () => {
    follower([{ kind: 'block' } as never]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { postman, flush, warnings, makeBlock };
}

const refused = (data: string) => new RefusedMessage(new RpcError('failed', { message: 'refused', help: data }));

test('messages after one that is refused do not wait for the next block, and a warning says why', async () => {
  const { flush, warnings, makeBlock } = postmanWith(refused('nonce 0x0'), refused('nonce 0x1'));
  await makeBlock();
  expect(flush).toHaveBeenCalledTimes(3);
  expect(warnings).toEqual(['refused nonce 0x0', 'refused nonce 0x1']);
});

test('an L1 that cannot be reached is tried again with the next block', async () => {
  const { flush, warnings, makeBlock } = postmanWith(new Error('down'), new Error('down'));
  await makeBlock();
  expect(flush).toHaveBeenCalledTimes(1);
  await makeBlock();
  expect([flush.mock.calls.length, warnings]).toEqual([2, ['down']]);
});

test('an exchange that a restore has dropped is no fault', async () => {
  const { flush, warnings, makeBlock } = postmanWith(new DroppedWrite());
  await makeBlock();
  expect([flush.mock.calls.length, warnings]).toEqual([1, []]);
});

test('a postman that has stopped does not go on after a refusal', async () => {
  const { postman, flush, makeBlock } = postmanWith();
  flush.mockImplementation(async () => {
    postman.stop();
    throw refused('nonce 0x0');
  });
  await makeBlock();
  expect(flush).toHaveBeenCalledTimes(1);
});
