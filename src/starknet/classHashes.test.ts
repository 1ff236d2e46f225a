import { readFileSync } from 'node:fs';
import { hash } from 'starknet';
import { expect, test } from 'vitest';
import { compileSierra } from '../sierra/index.ts';
import { withClassHashes } from './classHashes.ts';

const classFile = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url), 'utf8'));

test('the hashes of a class are those that starknet.js computes', () => {
  const contract = classFile('blake');
  const { casm } = compileSierra(contract);
  for (const version of ['0.14.1', '0.14.0', '0.13.6', '1.0.0']) {
    const filled: ReturnType<typeof withClassHashes> = withClassHashes({ contract, casm }, version);
    expect(BigInt(filled.classHash as string)).toBe(BigInt(hash.computeContractClassHash(contract)));
    expect(BigInt(filled.compiledClassHash as string)).toBe(
      BigInt(hash.computeCompiledClassHash(casm as never, version)),
    );
  }
});

test('given hashes, unknown versions, texts and classes that cannot be read are left to starknet.js', () => {
  const contract = classFile('blake');
  const { casm } = compileSierra(contract);
  const given = { contract, casm, classHash: '0x1', compiledClassHash: '0x2' };
  expect(withClassHashes(given, '0.14.1')).toEqual(given);
  expect(withClassHashes({ contract, casm }, undefined)).not.toHaveProperty('compiledClassHash');
  expect(withClassHashes({ contract, casm }, 'newest')).not.toHaveProperty('compiledClassHash');
  for (const other of [
    { contract: JSON.stringify(contract) },
    { contract: { ...contract, abi: '[]' } },
    { contract: { ...contract, sierra_program: ['0x1', 'no felt'] } },
    { contract, casm: { bytecode: 3 }, classHash: '0x1' },
  ])
    expect(withClassHashes(other, '0.14.1')).toEqual(other);
});

test('a class object that was changed gets another hash', () => {
  const contract = classFile('blake');
  const hashOf = (): unknown => (withClassHashes({ contract }, '0.14.1') as { readonly classHash?: unknown }).classHash;
  const before = hashOf();
  contract.abi = [];
  expect(hashOf()).not.toBe(before);
  expect(BigInt(hashOf() as string)).toBe(BigInt(hash.computeContractClassHash(contract)));
});
