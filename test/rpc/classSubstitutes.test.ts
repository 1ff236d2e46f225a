import { type CompiledSierra, hash } from 'starknet';
import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

test('sandbox_getConfig lists the class hashes whose class has another hash, and devnet_getConfig stays as it was', async () => {
  const box = await Sandbox.create({ accounts: 1 });
  const { class_substitutes: substitutes } = await box.request('sandbox_getConfig');
  expect(substitutes).toHaveLength(4);
  for (const { class_hash, actual_class_hash } of substitutes!) {
    expect(class_hash).not.toBe(actual_class_hash);
    const [asked, actual] = await Promise.all(
      [class_hash, actual_class_hash].map((classHash) =>
        box.request('starknet_getClass', { block_id: 'latest', class_hash: classHash }),
      ),
    );
    expect(asked).toEqual(actual);
    if ('sierra_program' in asked!) {
      const contract = { ...asked, abi: JSON.parse(asked.abi as string) } as unknown as CompiledSierra;
      expect(BigInt(hash.computeSierraContractClassHash(contract))).toBe(BigInt(actual_class_hash));
    }
  }
  expect(await box.request('devnet_getConfig')).not.toHaveProperty('class_substitutes');
  await box.close();
});
