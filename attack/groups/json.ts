import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../test/support/random.ts';
import { type Attack, type AttackGroup, mustHold } from '../attack.ts';
import type { Target } from '../target.ts';

const BODY_BYTES = 63 * 2 ** 20;

/** A body with a start, one piece that is repeated, and an end. */
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

/** As many values as the reader accepts, in the forms that are most expensive to read. */
const atTheLimit = {
  'different objects': () => listOf(199_000, (i) => `{"a${i % 2000}":0,"b${i % 997}":1}`),
  'different names': () => `{${Array.from({ length: 499_000 }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`,
  'long numbers': () => listOf(150_000, () => '9'.repeat(400)),
};
const listOf = (length: number, item: (index: number) => string) =>
  `[${Array.from({ length }, (_, i) => item(i)).join(',')}]`;

/** A declaration whose class has the given ABI as a JSON string. */
const applied = (abi: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"devnet_applyStateDiff","params":{"state_diff":{},"classes":[{"contract_class":{"sierra_program":["0x1"],"contract_class_version":"0.1.0","entry_points_by_type":{"CONSTRUCTOR":[],"EXTERNAL":[],"L1_HANDLER":[]},"abi":${abi}}}]}}`;

/** Random pieces of JSON in any order, which are sometimes valid. */
function almostJson(random: Random): string {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u0061"',
    '"',
    '1',
    '-0',
    '1e5',
    '1.',
    'true',
    'nul',
    ' ',
    '\n',
    '\\',
  ];
  return Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces)).join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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
    body('a string of 60 MB', () => filled(`${call('["')[0]}`, 'text', '"]}', 60e6)),
    body('60 MB of empty arrays in the text of an ABI', () => {
      const [start, end] = applied('"?"').split('?') as [string, string];
      return filled(`${start}[`, '[],', `[]]${end}`, 60e6);
    }),
    ...Object.entries(atTheLimit).map(([name, params]) =>
      body(`as many values as are taken: ${name}`, () => call(params()).join('')),
    ),
    {
      name: 'a dump whose events are as large as may be, and a list of small ones',
      run: async (target) => {
        const event = (params: string) => call(params).join('');
        const events = Object.values(atTheLimit).map((params) => event(params()));
        writeFileSync(join(target.folder, 'large.json'), `[${events.slice(0, 2).join(',')}]`);
        writeFileSync(
          join(target.folder, 'many.json'),
          listOf(1_000_000, () => '{"jsonrpc":"2.0","id":1,"method":"a"}'),
        );
        writeFileSync(join(target.folder, 'deep.json'), '['.repeat(60e6));
        for (const path of ['large.json', 'many.json', 'deep.json']) {
          const { error } = await target.ask('devnet_load', { path });
          mustHold(error, `${path} was loaded`);
        }
        return 'refused, each of them';
      },
    },
    {
      name: 'texts that are almost JSON',
      short: true,
      run: async (target, { seed, cases }) => {
        const random = new Random(seed);
        let valid = 0;
        for (let i = 0; i < cases; i++) {
          const text = almostJson(random);
          const { text: answer } = await target.post(text);
          const isRefused = answer.includes('-32700');
          mustHold(isRefused !== isJson(text), `${JSON.stringify(text)} was answered with ${answer} (seed ${seed})`);
          if (!isRefused) valid++;
        }
        return `${cases} texts, ${valid} of them JSON`;
      },
    },
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
