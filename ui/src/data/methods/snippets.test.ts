import { describe, expect, test } from 'vitest';
import { readJson } from '../../transport/jsonRpc.ts';
import { snippet, snippetKinds } from './snippets.ts';

const SENT =
  '{"jsonrpc":"2.0","id":1,"method":"m","params":{"time":18446744073709551615,"list":[1.50,12345678901234567890]}}';
const params = readJson('{"time":18446744073709551615,"list":[1.50,12345678901234567890]}');

describe('a request as code', () => {
  test('keeps all digits of its numbers', () => {
    expect(snippet('json', 'http://x', 'm', params)).toBe(SENT);
    expect(snippet('curl', 'http://x', 'm', params)).toContain(SENT);
    expect(snippet('library', 'http://x', 'm', params)).toContain('"time": 18446744073709551615n');
    expect(snippet('starknet.js', 'http://x', 'm', params)).toContain('12345678901234567890n');
  });

  test('goes to the address of the node', () => {
    expect(snippet('curl', 'http://127.0.0.1:5050', 'm', {})).toContain("curl -s 'http://127.0.0.1:5050/rpc' ");
    expect(snippet('starknet.js', 'http://127.0.0.1:5050', 'm', {})).toContain('nodeUrl: "http://127.0.0.1:5050/rpc"');
  });

  test('leaves out parameters that there are not', () => {
    expect(snippet('library', 'http://x', 'starknet_chainId', undefined)).toContain('box.request("starknet_chainId");');
  });

  test('cannot leave the quotes of a shell', () => {
    expect(snippet('curl', 'http://x', 'm', { name: "it's; rm -rf /" })).toContain(`"it'\\''s; rm -rf /"`);
  });

  test('has the forms that reach the node: the playground has no address', () => {
    const kinds = (address: string) => snippetKinds(address).map(({ value }) => value);
    expect(kinds('https://node.example')).toEqual(['curl', 'starknet.js', 'library', 'json']);
    expect(kinds('a sandbox in this browser')).toEqual(['library', 'json']);
  });
});
