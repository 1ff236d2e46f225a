import { describe, expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import { optionSections, options } from '../../options/options.ts';
import { helpText } from './help.ts';
import { readGiven, readOptions } from './parseOptions.ts';
import { UsageError } from './usageError.ts';

const parse = (line: string, environment: Record<string, string> = {}, content: string | object = '{}') => {
  const words = readGiven(line === '' ? [] : line.split(' '), environment);
  if (words.kind !== 'given') return words;
  const path = words.given.get('config')?.texts[0];
  return { kind: 'run', ...readOptions(words.given, path === undefined ? undefined : { path, content }) } as const;
};
const read = (line: string, environment: Record<string, string> = {}, file: string | object = '{}') => {
  const parsed = parse(line, environment, file);
  if (parsed.kind !== 'run') throw new Error(`expected options, got ${parsed.kind}`);
  return parsed.options;
};

describe('options', () => {
  test('have defaults', () => {
    expect(read('')).toMatchObject({
      accounts: 10,
      port: 5050,
      host: '127.0.0.1',
      'chain-id': 'SN_SEPOLIA',
      'initial-balance': 10n ** 21n,
      'gas-price': 10n ** 9n,
      'block-generation-on': 'transaction',
      'lite-mode': false,
      'restrictive-mode': undefined,
      seed: undefined,
    });
  });

  test('are read in every form', () => {
    expect(read('--accounts=3 -e 5 --lite-mode --chain-id my_chain --host localhost')).toMatchObject({
      accounts: 3,
      'initial-balance': 5n,
      'lite-mode': true,
      'chain-id': 'MY_CHAIN',
      host: '127.0.0.1',
    });
    expect(read('-e 0xFF --gas-price 0x10')).toMatchObject({ 'initial-balance': 255n, 'gas-price': 16n });
    expect(read('--block-generation-on 7')['block-generation-on']).toEqual({ intervalSeconds: 7 });
    expect(read('--restrictive-mode --seed 1')['restrictive-mode']).toEqual([]);
    expect(read('--restrictive-mode devnet_mint devnet_load --seed 1')['restrictive-mode']).toEqual([
      'devnet_mint',
      'devnet_load',
    ]);
    expect(read('--allow-host a --allow-host b')['allow-host']).toEqual(['a', 'b']);
    expect(read('--fork-network http://localhost:5050')['fork-network']).toBe('http://localhost:5050/');
    const caching = (text: string) => read(`--fork-network http://a ${text}`)['fork-upstream-caching'];
    expect(caching('--fork-upstream-caching')).toBe('true');
    expect(caching('--fork-upstream-caching --quiet')).toBe('true');
    expect(caching('--fork-upstream-caching false')).toBe('false');
    expect(caching('--fork-cache off')).toBeUndefined();
  });

  test('in a file keep every digit', () => {
    const file = '{"initial-balance": 1000000000000000000001, "gas_price": 12345678901234567891}';
    expect(read('--config x', {}, file)).toMatchObject({
      'initial-balance': 10n ** 21n + 1n,
      'gas-price': 12345678901234567891n,
    });
    expect(read('--config x', {}, '{"gas-price": 1e25}')).toMatchObject({ 'gas-price': 10n ** 25n });
    expect(() => read('--config x', {}, '{"gas-price": 1.5}')).toThrow("invalid value '1.5'");
    expect(() => read('--config x', {}, '{')).toThrow(/the configuration file 'x' is not JSON: .*line 1/);
  });

  test('in a file can be the objects that the library takes', () => {
    const file = '{"fork": {"url": "http://a/", "block": 5}, "l1": {"url": "mock", "auto": true}}';
    expect(read('--config x', {}, file)).toMatchObject({
      'fork-network': 'http://a/',
      'fork-block': 5,
      'l1-url': 'mock',
      'l1-auto': true,
    });
    expect(read('--config x --fork-network http://b/', {}, file)).toMatchObject({ 'fork-network': 'http://b/' });
    expect(() => read('--config x', {}, '{"fork": {"url": "http://a/", "blok": 5}}')).toThrow(
      "has 'fork.blok', which is not an option: fork has url, record and block",
    );
    expect(() => read('--config x', {}, '{"fork": "http://a/"}')).toThrow("'fork-network'");
    // Such a number is kept as it was written, in an object.
    expect(() => read('--config x', {}, '{"fork": 1.50}')).toThrow("'fork-network'");
    expect(() => read('--config x', {}, '1.50')).toThrow('must hold a JSON object');
  });

  test('in a file are no fork if it is left out, and a mistake without a node to fork', () => {
    for (const fork of [undefined, null]) {
      const { 'fork-network': origin, 'l1-url': l1 } = read('--config x', {}, { fork, l1: fork });
      expect([origin, l1]).toEqual([undefined, undefined]);
    }
    for (const fork of [{}, { url: undefined }, { url: null, block: 5 }])
      expect(() => read('--config x', {}, { fork })).toThrow("has 'fork' without 'url'");
    expect(read('--config x --fork-network http://b/', {}, { fork: { block: 5 } })).toMatchObject({ 'fork-block': 5 });
  });

  test('can have large numbers as people write them', () => {
    for (const text of ['1e18', '10^18', '1_000_000_000_000_000_000'])
      expect(read(`--initial-balance ${text}`)).toMatchObject({ 'initial-balance': 10n ** 18n });
  });

  test('come from the command line, then the environment, then the file', () => {
    const environment = { ACCOUNTS: '4', SEED: '5', LITE_MODE: 'true', QUIET: 'false', STARBOX_CONFIG: 'x.json' };
    const file = '{"accounts": 6, "seed": 7, "port": 8, "restrictive_mode": ["devnet_mint"], "quiet": true}';
    expect(read('--accounts 3', environment, file)).toMatchObject({
      accounts: 3,
      seed: 5,
      port: 8,
      'lite-mode': true,
      'restrictive-mode': ['devnet_mint'],
    });
  });

  test.each([
    ['--accounts 256', "invalid value '256' for '--accounts <NUMBER>': 256 is not in 0..=255"],
    ['--port 65536', "invalid value '65536' for '--port <PORT>': 65536 is not in 0..=65535"],
    ['--seed abc', "invalid value 'abc' for '--seed <SEED>': invalid digit found in string"],
    [
      '--initial-balance 1,000',
      "invalid value '1,000' for '--initial-balance <DECIMAL_VALUE>': invalid digit found in string; write 1000, 1_000, 1e3, 10^3 or 0x3e8",
    ],
    ['--accounts -1', "unexpected argument '-1' found"],
    ['--gas-price 0', "invalid value '0' for '--gas-price <WEI_PER_GAS_UNIT>': number would be zero for non-zero type"],
    [
      '--account-class foo',
      "invalid value 'foo' for '--account-class <ACCOUNT_CLASS>'\n  [possible values: cairo0, cairo1]",
    ],
    ['--dump-on x', "invalid value 'x' for '--dump-on <EVENT>'\n  [possible values: exit, block, request]"],
    ['--block-generation-on 0', "error: one of the values isn't valid for an argument"],
    [
      '--block-generation-on never',
      'It takes transaction, demand, mempool, an interval from 1 to 2000000 seconds, or mempool: and such an interval',
    ],
    ['--fork http://node/', "a similar argument exists: '--fork-network'"],
    ['--fork-url http://node/', "a similar argument exists: '--fork-network'"],
    ['--fork-block-number 5', "a similar argument exists: '--fork-block'"],
    ['--l1 mock', "a similar argument exists: '--l1-url'"],
    ['--block-time 5', "a similar argument exists: '--block-generation-on'"],
    ['-p 5', "a similar argument exists: '--port'"],
    ['--dump-on exit', 'the following required arguments were not provided:\n  --dump-path <DUMP_PATH>'],
    ['--fork-block 1', 'the following required arguments were not provided:\n  --fork-network <URL>'],
    ['--fork-network abc', "invalid value 'abc' for '--fork-network <URL>': relative URL without a base"],
    ['--fork-network http://', "invalid value 'http://' for '--fork-network <URL>': empty host"],
    [
      '--fork-network http://a --chain-id X',
      "the argument '--fork-network <URL>' cannot be used with '--chain-id <CHAIN_ID>'",
    ],
    [
      '--chain-id X --fork-network http://a',
      "the argument '--chain-id <CHAIN_ID>' cannot be used with '--fork-network <URL>'",
    ],
    ['--host ::1', "invalid value '::1' for '--host <HOST>': invalid IPv4 address syntax"],
    ['--fork-offline', 'the following required arguments were not provided:\n  --fork-network <URL>'],
    ['--port', "a value is required for '--port <PORT>' but none was supplied"],
    ['--port --quiet', "a value is required for '--port <PORT>' but none was supplied"],
    ['--mempool-size 1', "unexpected argument '--mempool-size' found"],
    ['positional', "unexpected argument 'positional' found"],
    ['-x', "unexpected argument '-x' found"],
    ['--quiet=true', "unexpected value 'true' for '--quiet' found; no more were expected"],
    ['-q -v', "the argument '--quiet' cannot be used with '--verbose'"],
    ['-v --log-level info', "the argument '--verbose' cannot be used with '--log-level <LEVEL>'"],
    [
      '--log-level loud',
      "invalid value 'loud' for '--log-level <LEVEL>'\n  [possible values: error, warn, info, debug, trace]",
    ],
    ['--port 1 --port 2', "the argument '--port <PORT>' cannot be used multiple times"],
  ])('%s: %s', (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });

  test('from the environment and the file are checked alike', () => {
    expect(() => parse('', { LITE_MODE: '1' })).toThrow(
      "invalid value '1' for '--lite-mode'\n  [possible values: true, false]",
    );
    expect(() => parse('', { PORT: 'x' })).toThrow("invalid value 'x' for '--port <PORT>'");
    expect(() => parse('--config x', {}, '[')).toThrow('is not JSON');
    expect(() => parse('--config x', {}, '5')).toThrow('must hold a JSON object');
  });

  test('that are empty in the environment are not set, if the variable is our own', () => {
    expect(parse('', { STARBOX_COVERAGE: '', STARBOX_QUIET: '' })).toEqual(parse(''));
    expect(() => parse('', { PORT: '' })).toThrow('the environment variable PORT');
  });

  test('that are wrong in the environment or the file say where they come from', () => {
    expect(() => parse('', { PORT: 'x' })).toThrow(
      "invalid value 'x' for '--port <PORT>': invalid digit found in string\n\n  tip: the value comes from the environment variable PORT",
    );
    expect(() => parse('', { STARBOX_QUIET: 'yes' })).toThrow(
      '[possible values: true, false]\n\n  tip: the value comes from the environment variable STARBOX_QUIET',
    );
    expect(() => parse('--config a.json', {}, '{"accounts": 300}')).toThrow(
      "300 is not in 0..=255\n\n  tip: the value comes from the configuration file 'a.json'",
    );
    expect(() => parse('--fork-network http://a', { CHAIN_ID: 'X' })).toThrow(
      "the argument '--fork-network <URL>' cannot be used with '--chain-id <CHAIN_ID>'\n\n  tip: '--chain-id' comes from the environment variable CHAIN_ID",
    );
    expect(() => parse('--config a.json', {}, '{"fork_block": 3}')).toThrow(
      "--fork-network <URL>\n\n  tip: '--fork-block' comes from the configuration file 'a.json'",
    );
  });

  test('that do not exist are refused with the name of a similar one', () => {
    const similar = (name: string) => `\n\n  tip: a similar argument exists: '--${name}'`;
    expect(() => parse('--acounts 3')).toThrow(`unexpected argument '--acounts' found${similar('accounts')}`);
    expect(() => parse('--state-archive full')).toThrow("unexpected argument '--state-archive' found");
    expect(() => parse('--config x', {}, '{"prot": 1}')).toThrow(
      "the configuration file 'x' has 'prot', which is not an option\n\n  tip: a similar option exists: 'port'",
    );
    for (const [key, name] of [
      ['block_generation_onn', 'block_generation_on'],
      ['blockGenerationOnn', 'blockGenerationOn'],
      ['block-generation-onn', 'block-generation-on'],
    ] as const)
      expect(() => parse('--config x', {}, `{"${key}": 1}`)).toThrow(`a similar option exists: '${name}'`);
    const messageOf = (line: string) => {
      try {
        parse(line);
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    expect(messageOf('--xyzxyzxyz')).toBe("unexpected argument '--xyzxyzxyz' found");
    expect(messageOf('exlpain')).toMatch(
      /^unexpected argument 'exlpain' found\n\n {2}tip: a similar command exists: 'explain'\n\n {2}commands: compile, /,
    );
    expect(messageOf('seed')).toMatch(
      /^unexpected argument 'seed' found\n\n {2}commands: compile, watch, init, types, accounts, /,
    );
    expect(messageOf('--quiet seed')).toBe("unexpected argument 'seed' found");
  });

  test('that are commands of other programs lead to what does it here', () => {
    const tipOf = (line: string) => {
      try {
        parse(line);
      } catch (error) {
        return /tip: (.*)/.exec((error as Error).message)?.[1];
      }
      return undefined;
    };
    expect(tipOf('new')).toBe("'starbox init' writes a project");
    expect(tipOf('send')).toBe("'starbox invoke' sends a transaction");
    expect(tipOf('balance')).toContain('starbox accounts');
    expect(tipOf('node')).toBe("the node starts without a command: 'starbox'");
    expect(tipOf('constructor')).toBeUndefined();
  });

  test('in the file may not be objects, nor lists where one value belongs', () => {
    const wrong = (text: string) => () => parse('--config x', {}, text);
    expect(wrong('{"port": {}}')).toThrow(
      "the configuration file 'x' has an object for 'port', which takes one text or number",
    );
    expect(wrong('{"port": [1, 2]}')).toThrow("has such a list for 'port', which takes one text or number");
    expect(wrong('{"lite_mode": []}')).toThrow("has such a list for 'lite_mode', which takes true or false");
    expect(wrong('{"allow-host": ["a", {"b": 1}]}')).toThrow(
      "has such a list for 'allow-host', which takes a text, a number or a list of them",
    );
    expect(wrong('{"allow-host": [null]}')).toThrow('has such a list');
  });

  test('are read or refused with a sentence, whatever JSON stands in the file', () => {
    const key = fc.oneof(fc.constantFrom(...Object.keys(options), '__proto__', 'constructor', 'toString'), fc.string());
    const value = fc.oneof({ weight: 3, arbitrary: fc.jsonValue() }, fc.constantFrom('true', '1', '[]', 'off'));
    const entries = fc.array(fc.tuple(key, value), { maxLength: 4 });
    const text = fc.oneof(
      {
        weight: 8,
        arbitrary: entries.map((all) => `{${all.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`),
      },
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (file) => {
        try {
          parse('--config x', {}, file);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect((error as Error).message).not.toMatch(/object Object|TypeError|Cannot read|\n +at /);
        }
      }),
      {
        numRuns: 3000,
        seed: 1,
        examples: Object.keys(options).flatMap((name) =>
          ['{}', '[{}]', '[[1]]', '[]'].map((v): [string] => [`{"${name}":${v}}`]),
        ),
      },
    );
  });

  test('can come from the object of a module, in camelCase', () => {
    const module = { accounts: 3, initialBalance: 10n ** 20n, liteMode: true, allowHost: ['a', 'b'], port: undefined };
    expect(read('--config x.js', {}, module)).toMatchObject({
      accounts: 3,
      'initial-balance': 10n ** 20n,
      'lite-mode': true,
      'allow-host': ['a', 'b'],
      port: 5050,
    });
    expect(() => read('--config x.js', {}, { port: () => 1 })).toThrow("has a function for 'port', which takes one");
    expect(() => read('--config x.js', {}, { prot: 1 })).toThrow("has 'prot', which is not an option");
  });

  test('can be a schedule: a word, JSON, or the object of a file', () => {
    const busy = { l2: { kind: 'eip1559', backgroundGas: 10n ** 10n } };
    const { 'price-schedule': schedule } = read('--config x.js', {}, { priceSchedule: busy });
    expect(schedule).toMatchObject({ l2Gas: { kind: 'eip1559', backgroundGas: [{ block: 0, value: 10n ** 10n }] } });
    expect(read('--price-schedule walk:7')['price-schedule']).toMatchObject({ l1Gas: { kind: 'walk', seed: 7 } });
    expect(read('--price-schedule {"l1":"walk:7"}')['price-schedule']).toMatchObject({ l2Gas: { kind: 'constant' } });
    expect(() => read('--price-schedule {"l1":')).toThrow(/--price-schedule <SCHEDULE>': .*line 1/);
    expect(() => read('--price-schedule eip')).toThrow(/expected one of constant, walk/);
  });

  test('can be faults: the object of a file, which is read as JSON is', () => {
    const rules = [{ fault: 'delay', milliseconds: 5 }];
    expect(read('--config x.js', {}, { faults: rules }).faults).toBe(JSON.stringify(rules));
  });

  test('can be fractions in the JSON of a file', () => {
    const faults = '[{"fault":"unavailable","probability":0.5}]';
    expect(read('--config x.json', {}, `{"faults":${faults}}`).faults).toBe(faults);
    const rates = read('--config x.json', {}, '{"price_schedule":{"l2":{"kind":"dynamic","strk_usd":0.05}}}');
    expect(rates['price-schedule']).toMatchObject({ l2Gas: { strkUsd: [{ block: 0, value: 5n * 10n ** 16n }] } });
  });

  test('are all in the help', () => {
    expect(parse('--help').kind).toBe('help');
    expect(parse('--port 1 -V')).toEqual({ kind: 'version', json: false });
    for (const words of ['--version --json', '--json -V'])
      expect(parse(words)).toEqual({ kind: 'version', json: true });
    expect(() => parse('--json')).toThrow("unexpected argument '--json'");
    for (const name of Object.keys(options)) expect(helpText()).toContain(`--${name}`);
    expect(optionSections.flatMap(([, names]) => names).sort()).toEqual(Object.keys(options).sort());
  });
});
