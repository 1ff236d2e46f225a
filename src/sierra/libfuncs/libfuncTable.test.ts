import { expect, test } from 'vitest';
import { LIBFUNC_LIST_NAMES, libfuncList } from '../class/libfuncList.ts';
import { LIBFUNCS } from './libfuncTable.ts';

test.each(LIBFUNC_LIST_NAMES)('every libfunc of the list %s can be compiled', (name) => {
  expect([...(libfuncList(name)?.keys() ?? [])].filter((id) => !LIBFUNCS.has(id))).toEqual([]);
});
