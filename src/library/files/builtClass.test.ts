import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPlatform, platform, providePlatform } from '../platform.ts';
import { builtClass } from './builtClass.ts';
import { ClassFileError, classNamed, isContractName } from './classFile.ts';

const folder = '/project';
const files = (...names: string[]) => ({
  folder,
  isFile: false,
  built: names.map((name) => `${folder}/target/${name}.contract_class.json`),
});

describe('the build of a contract', () => {
  test('is found by its name, with or without its package; the newest first', () => {
    const built = files('release/shop_Token', 'dev/shop_Token', 'dev/shop_Vault');
    expect(builtClass('Token', built)).toBe(`${folder}/target/release/shop_Token.contract_class.json`);
    expect(builtClass('shop_Token', built)).toBe(`${folder}/target/release/shop_Token.contract_class.json`);
    const windows = { folder, isFile: false, built: ['C:\\project\\target\\dev\\shop_Token.contract_class.json'] };
    expect(builtClass('shop_Token', windows)).toBe(windows.built[0]);
  });

  test('gives way to a file of this name', () => {
    expect(builtClass('Token', { folder, isFile: true, built: [] })).toBe('Token');
  });

  test('of several packages must be named with its package', () => {
    expect(() => builtClass('Token', files('dev/two_Token', 'dev/one_Token'))).toThrow(
      'Several packages have a contract Token. Name one of them: one_Token, two_Token, or give its file.',
    );
  });

  test('that does not exist leads to those that do, and to scarb build', () => {
    expect(() => builtClass('Tokn', files('dev/shop_Vault', 'dev/shop_Token'))).toThrow(
      new ClassFileError(
        "Scarb has built no contract Tokn. Did you mean Token? It has built Token, Vault. After a change, run 'scarb build'.",
      ),
    );
    expect(() => builtClass('Token', files())).toThrow(
      /^No build of a contract Token was found: .* beside a Scarb\.toml of \/project or a folder above it\. Run 'scarb build'/,
    );
    const many = files(...Array.from({ length: 30 }, (_, i) => `dev/shop_Part${i}`));
    expect(() => builtClass('Else', many)).toThrow(', …. After a change');
  });
});

test('only a name is looked for, and not in a browser', async () => {
  const url = new URL('file:///project/Token');
  for (const source of ['./Token', 'Token.json', 'C:\\Token', 'file:Token', '', ' {"abi": []}', url, { abi: [] }])
    expect(isContractName(source)).toBe(false);
  expect(isContractName('Token')).toBe(true);
  // Tests of the same process may have loaded what only Node.js has.
  if (hasPlatform()) {
    const node = platform('A test');
    onTestFinished(() => providePlatform(node));
    providePlatform(undefined as never);
  }
  await expect(classNamed('Token')).rejects.toThrow(
    'Finding the contract Token by its name needs Node.js; it is not possible in a browser.',
  );
});
