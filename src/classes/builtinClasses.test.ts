import { expect, test } from 'vitest';
import { type BuiltinClassName, builtinClass } from './builtinClasses.ts';
import { builtinClassTexts } from './builtinClassTexts.ts';
import { compileClass } from './compileClass.ts';

test.each<BuiltinClassName>(['account', 'erc20', 'universal_deployer', 'account_cairo0'])(
  'the precompiled class %s is what the compiler gives',
  (name) => {
    const builtin = builtinClass(name, builtinClassTexts);
    const compiled = compileClass(builtin.definition);
    expect(builtin.classHash).toBe(compiled.classHash);
    expect(builtin.compiledClassHash).toBe(compiled.compiledClassHash);
    expect(builtin.casm).toEqual(compiled.casm);
    expect(builtin.size).toEqual(compiled.size);
    expect(builtin.runnable).toEqual(compiled.runnable);
  },
);
