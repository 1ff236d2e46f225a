import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileClass } from '../../src/classes/compileClass.ts';
import type { DeclaredClass } from '../../src/classes/declaredClass.ts';
import { readClass } from '../../src/classes/readClass.ts';
import { formatSegment } from '../../src/execution/errors/formatErrorStack.ts';
import { contractAddress, selectorOf, storageAddress } from '../../src/execution/hash/address.ts';
import { feltOf, formatKey64, keyOf } from '../../src/felt/key.ts';
import { contractClass } from '../support/calls/contracts.ts';
import { felt, key, TestWorld, type Value } from '../support/calls/harness.ts';
import { skipUnless } from '../support/skipUnless.ts';

// These classes are not ours, so they are not in the repository.
const shared = join(import.meta.dirname, '../../../shared/artifacts');
const load = (file: string): DeclaredClass =>
  compileClass(readClass(JSON.parse(readFileSync(join(shared, file), 'utf8'))));

const UDC = 0xd;
const OTHER = 0xa;
const TARGET_CLASS = 0xc1a55;
const span = (...values: readonly Value[]): Value[] => [values.length, ...values];

describe.runIf(skipUnless(existsSync(shared), 'there is no folder of recorded material (../shared)'))(
  'Cairo 0 classes of the shared folder',
  () => {
    let deployer: DeclaredClass;
    let exerciser: DeclaredClass;
    beforeAll(() => {
      deployer = load('system/udc_legacy.json');
      exerciser = contractClass('exerciser');
    });

    let world: TestWorld;
    beforeEach(() => {
      world = new TestWorld();
      world.declare(0xdc, deployer);
      world.deploy(UDC, 0xdc);
      world.declare(TARGET_CLASS, exerciser);
      world.deploy(OTHER, TARGET_CLASS);
    });

    test('the old deployer deploys a contract, is metered in steps with its inner calls, and emits its event', () => {
      const info = world.info(UDC, 'deployContract', [TARGET_CLASS, 5, 0, ...span(9)]);
      const address = contractAddress(felt(0), felt(5), felt(TARGET_CLASS), [felt(9)]);
      expect(info).toMatchObject({ failed: false, tracked: 'CairoSteps', gasConsumed: 0, retdata: [keyOf(address)] });
      expect(info.inner).toMatchObject([{ call: { entryPointType: 'CONSTRUCTOR' }, tracked: 'CairoSteps' }]);
      expect(feltOf(world.state.storageAt(keyOf(address), keyOf(storageAddress('counter'))))).toBe(9n);
      expect(info.events[0]!.keys).toEqual([keyOf(selectorOf('ContractDeployed'))]);
      // A Sierra class can call it. Its frame is metered in steps although that of the caller is metered in gas.
      const outer = world.info(OTHER, 'call', [
        UDC,
        selectorOf('deployContract'),
        ...span(TARGET_CLASS, 6, 0, ...span(9)),
      ]);
      expect(outer).toMatchObject({ tracked: 'SierraGas', inner: [{ tracked: 'CairoSteps' }] });
    });

    test('failures below a Cairo 0 frame cannot be caught', () => {
      const deploy = span(TARGET_CLASS, 5, 0, ...span('fail'));
      const result = world.call(OTHER, 'try_call', [UDC, selectorOf('deployContract'), ...deploy]);
      if (result.kind !== 'error') throw new Error('It was caught.');
      const address = contractAddress(felt(0), felt(5), felt(TARGET_CLASS), [felt('fail')]);
      const lines = result.segments.map(formatSegment).join('\n').split('\n');
      expect(lines[0]).toMatch(/^1: Error in the called contract \(contract address: 0x0+d, class hash: 0x0+dc, /);
      expect(lines[1]).toMatch(/^Error at pc=0:\d+:$/);
      expect(lines).toContain(
        `2: Error in the contract class constructor (contract address: ${formatKey64(keyOf(address))}, class hash: ${formatKey64(
          key(TARGET_CLASS),
        )}, selector: ${formatKey64(keyOf(selectorOf('constructor')))}):`,
      );
      expect(lines.at(-2)).toMatch(/\('constructor failed'\)\.$/);
    });

    test('a call of a missing entry point fails, and the caller can catch it', () => {
      const info = world.info(OTHER, 'try_call', [UDC, selectorOf('nothing'), ...span()]);
      expect(info.retdata.map(feltOf)).toEqual([2n, felt('ENTRYPOINT_NOT_FOUND'), felt('ENTRYPOINT_FAILED')]);
    });

    test.each(['cairo0_erc20.json', 'cairo0_simple_contract.json', 'cairo0_account.json'])('%s runs', (file) => {
      const declared = load(file);
      world.declare(0x0c, declared);
      world.deploy(0xc, 0x0c);
      const abi = (declared.definition.abi ?? []) as {
        type: string;
        name: string;
        inputs: unknown[];
        stateMutability?: string;
      }[];
      const views = abi.filter(({ type, inputs }) => type === 'function' && inputs.length === 0);
      const outcomes = views.map(({ name }) => world.call(0xc, name).kind);
      expect(outcomes.filter((kind) => kind === 'finished').length).toBeGreaterThan(0);
    });
  },
);
