// Both sides of kernel/abi.mjs: AssemblyScript constants for the kernel, objects for the driver.
import * as abi from '../abi.mjs';

const constants = (table, type) =>
  Object.entries(table).map(([name, value]) => `export const ${name}: ${type} = ${value};\n`);

/** The kernel's files, by name. */
export const kernelSide = () => ({
  errorCodes: constants(abi.errorCodes, 'u32').join(''),
  stops: constants(abi.stops, 'u32').join(''),
  held: constants(abi.held, 'u32').join(''),
  segmentKinds: constants(abi.segmentKinds, 'u32').join(''),
  hintKinds: constants(abi.hintKinds, 'u32').join(''),
  operandForms: constants(abi.operandForms, 'u8').join(''),
  numbers: constants(abi.numbers, 'u32').join(''),
});

const camel = (name) => name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

const object = (name, table, key = camel) =>
  `export const ${name} = {\n${Object.entries(table)
    .map(([member, value]) => `  ${key(member)}: ${value},\n`)
    .join('')}} as const;\n`;

/** The driver's file. */
export const driverSide = () =>
  [
    '// Written by kernel/generate.mjs from kernel/abi.mjs.\n',
    object('ERROR', abi.errorCodes),
    object('STOP', abi.stops),
    object('HELD', abi.held),
    object('SEGMENT_KIND', abi.segmentKinds, (name) => name.toLowerCase()),
    object('HINT_KIND', abi.hintKinds, (name) => camel(name).replace(/^./, (letter) => letter.toUpperCase())),
    object('OPERAND_FORM', abi.operandForms),
    ...constants(abi.numbers, 'number').map((line) => line.replace(': number', '')),
  ].join('\n');
