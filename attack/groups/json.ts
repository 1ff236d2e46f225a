import { type Attack, type AttackGroup, mustHold } from '../attack.ts';
import type { Target } from '../target.ts';

const BODY_BYTES = 63 * 2 ** 20;

/** A body of one piece repeated, between a start and an end. */
const filled = (start: string, piece: string, end: string, bytes = BODY_BYTES): Buffer => {
  const count = Math.floor((bytes - start.length - end.length) / piece.length);
  return Buffer.concat([Buffer.from(start), Buffer.alloc(count * piece.length, piece), Buffer.from(end)]);
};

const call = (params: string, method = 'devnet_mint') => [
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}`,
  '}',
];

/** Sends a body and expects an error, not a result and not a broken connection. */
async function refused(target: Target, body: string | Buffer): Promise<string> {
  const begin = performance.now();
  const { status, text } = await target.post(body);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  mustHold(status !== 0, `the connection broke: ${text}`);
  mustHold(!text.includes('"result"'), `answered with a result: ${text.slice(0, 200)}`);
  return `refused in ${seconds} s: ${messageOf(text)}`;
}

function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text);
    return `${error.code} ${error.message}${typeof error.data === 'string' ? `, ${error.data}` : ''}`;
  } catch {
    return text.slice(0, 100);
  }
}

const body = (name: string, make: () => string | Buffer, short = false): Attack => ({
  name,
  short,
  run: (target) => refused(target, make()),
});

function uniqueKeys(): string {
  const members: string[] = [];
  for (let i = 0, bytes = 0; bytes < BODY_BYTES - 100; i++) {
    const member = `"${i.toString(36)}":0`;
    members.push(member);
    bytes += member.length + 1;
  }
  return `${call(`{${members.join(',')}}`).join('')}`;
}

export const json: AttackGroup = {
  name: 'JSON',
  attacks: [
    body('63 MB of empty arrays', () => filled('[', '[],', '[]]')),
    body('63 MB of empty arrays as parameters', () => filled(`${call('[')[0]}`, '[],', '[]]}')),
    body('32 million nested arrays', () =>
      Buffer.concat([Buffer.alloc(BODY_BYTES / 2, '['), Buffer.alloc(BODY_BYTES / 2, ']')]),
    ),
    body('63 MB of empty objects', () => filled('[', '{},', '{}]')),
    body('an object of millions of members', uniqueKeys),
    body('an integer of 60 million digits', () => filled(`${call('[')[0]}`, '7', ']}', 60e6)),
    body('63 MB of numbers', () => filled(`${call('[')[0]}`, '1,', '1]}')),
    body('nesting of 200', () => `${call('['.repeat(200) + ']'.repeat(200)).join('')}`, true),
    body('4 MB of empty arrays', () => filled('[', '[],', '[]]', 4 * 2 ** 20), true),
    {
      name: 'members twice, also written with escapes',
      short: true,
      run: async (target) => {
        const plain = '{"jsonrpc":"2.0","id":1,"method":"starknet_chainId","method":"devnet_restart"}';
        const escaped = '{"jsonrpc":"2.0","id":1,"method":"starknet_chainId","m\\u0065thod":"devnet_restart"}';
        await refused(target, plain);
        return refused(target, escaped);
      },
    },
    {
      name: 'invalid UTF-8',
      short: true,
      run: (target) => {
        const text = Buffer.from('{"jsonrpc":"2.0","id":"?","method":"starknet_chainId"}');
        text[text.indexOf('?')] = 0xff;
        return refused(target, text);
      },
    },
  ],
};
