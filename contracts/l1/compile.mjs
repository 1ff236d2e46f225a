// Compiles the messaging contract for L1, and the bridge of the example. Run it after a change of a .sol file and commit the result:
//   node contracts/l1/compile.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import solc from 'solc';

const here = dirname(fileURLToPath(import.meta.url));
const usual = {
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

function compile(folder, name, settings) {
  const sources = { [`${name}.sol`]: { content: readFileSync(join(folder, `${name}.sol`), 'utf8') } };
  const output = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })));
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    console.error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
    process.exit(1);
  }
  const { abi, evm } = output.contracts[`${name}.sol`][name];
  const text = JSON.stringify({
    contractName: name,
    compiler: solc.version(),
    settings,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
  });
  writeFileSync(join(folder, `${name}.json`), `${text}\n`);
  console.log(`${name}: ${evm.bytecode.object.length / 2} bytes`);
}

// The oldest EVM version in use, so that every L1 node supports all instructions.
compile(here, 'MockStarknetMessaging', { evmVersion: 'london', ...usual });
// The version that the compiler chooses, as in most projects.
compile(join(here, '../../examples/l1'), 'Bridge', usual);
