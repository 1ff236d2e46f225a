// Generates code for the kernel (kernel/*.generated.ts) before asc compiles it: unrolled Montgomery arithmetic for four primes, the
// canonical product of the Stark field, Poseidon's constants, and copies of the point formulas for the secp curves. Also generates
// the shared numbers of kernel/abi.mjs for the kernel and for its driver.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { driverSide, kernelSide } from './abi.mjs';
import { canonicalProduct } from './canonicalProduct.mjs';
import { endomorphismK1 } from './endomorphismK1.mjs';
import { hashConstants } from './hashConstants.mjs';
import { montgomeryField } from './montgomeryField.mjs';
import { poseidonConstants } from './poseidonConstants.mjs';
import { poseidonRounds } from './poseidonRounds.mjs';
import { fields } from './primes.mjs';
import { starkPoints } from './starkPoints.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const write = (name, text) => writeFileSync(join(folder, `${name}.generated.ts`), text);

for (const field of Object.values(fields)) write(`field${field.name}`, montgomeryField(field));
for (const [name, text] of Object.entries(kernelSide())) write(`vm/${name}`, text);
writeFileSync(join(folder, '../src/cairo/wasm/abi.generated.ts'), driverSide());
write('starkPoints', starkPoints());
write('hashConstants', hashConstants());
write('canonicalProduct', canonicalProduct());
write('poseidonConstants', poseidonConstants(fields.stark));
write('poseidonRounds', poseidonRounds(fields.stark));
write('endomorphismK1', endomorphismK1(fields.k1));

// These files are written for the Stark curve; the other curves differ in the field they import.
const curvesOf = { points: ['K1', 'R1'], oddMultiples: ['K1', 'R1'], multiply: ['R1'] };
for (const [file, curves] of Object.entries(curvesOf)) {
  const text = readFileSync(join(folder, `${file}.ts`), 'utf8');
  for (const curve of curves)
    write(
      `${file}${curve}`,
      text
        .replaceAll('./fieldStark.generated', `./field${curve}.generated`)
        .replaceAll(/'\.\/(points|oddMultiples)'/g, `'./$1${curve}.generated'`),
    );
}
