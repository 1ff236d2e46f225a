// What is written for contracts: a file of TypeScript for each, or one module with all of them and its declaration.
import { type BuiltContract, contractModel, type NamedMember } from './contractModel.ts';
import { isName, literal, memberName, quoted } from './literal.ts';

/** How a file finds the class beside it: by its own address, or by its folder in CommonJS. */
export type ModuleKind = 'esm' | 'commonjs';

/** The first words of what is written. Files that begin otherwise are never replaced. */
export const MARK = '// Written by starbox';

/** The file of a contract. `classPath` leads from its folder to the class, with `/` between names. */
export function contractFile(contract: BuiltContract, classPath: string, kind: ModuleKind): string {
  const { exportName, name, abi } = contract;
  const model = contractModel(contract);
  const file =
    kind === 'esm'
      ? `new URL(${quoted(urlPath(classPath))}, import.meta.url)`
      : `__dirname + ${quoted(`/${classPath}`)}`;
  return `${MARK} from ${classPath.replaceAll(/[\r\n]/g, ' ')}. Do not edit: run 'starbox types' after 'scarb build'.
import type { NamedAbi } from 'starbox';

const abi = ${literal(abi, 'value', 0, 22)} as const;

${namesText(exportName, model, '')}
${comment(model.doc, '')}export const ${exportName} = {
  name: ${quoted(name)},
  abi: abi as NamedAbi<typeof abi, ${exportName}Names>,
  file: ${file},
} as const;
`;
}

/** The module with all contracts, as JavaScript. */
export function moduleText(contracts: readonly BuiltContract[]): string {
  const values = contracts.map(
    ({ exportName, name, abi, path }) =>
      `export const ${exportName} = ${JSON.stringify({ name, abi, file: path }).replace(/[\u2028\u2029]/g, ' ')};\n`,
  );
  return values.join('');
}

/** The types of that module, as a declaration file. It has no paths, so that it is the same on every machine. */
export function moduleDeclaration(moduleName: string, contracts: readonly BuiltContract[]): string {
  const parts = contracts.map((contract) => {
    const { exportName, abi } = contract;
    const model = contractModel(contract);
    return `
  type ${exportName}Abi = ${literal(abi, 'type', 2, 20)};

${namesText(exportName, model, '  ')}
${comment(model.doc, '  ')}  export const ${exportName}: ContractClass<NamedAbi<${exportName}Abi, ${exportName}Names>>;
`;
  });
  return `${MARK} for vite. Do not edit: vite and vitest write it again after 'scarb build'.
declare module ${quoted(moduleName)} {
  import type { ContractClass, NamedAbi } from 'starbox';
${parts.join('')}}
`;
}

/** The names and the documentation of a contract, as an interface. */
function namesText(
  exportName: string,
  { functions, events }: { readonly functions: readonly NamedMember[]; readonly events: readonly NamedMember[] },
  indent: string,
): string {
  const list = (members: readonly NamedMember[], text: (member: NamedMember) => string) => {
    const lines = members.map(
      (member) =>
        `${comment(member.doc, `${indent}    `)}${indent}    readonly ${memberName(member.name)}: ${text(member)};\n`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}  }`;
  };
  const labels = ({ parts }: NamedMember) =>
    `[${parts.map(({ name, type }, i) => `${isName(name) ? name : `argument${i}`}: ${quoted(type)}`).join(', ')}]`;
  const members = ({ parts }: NamedMember) =>
    parts.length === 0
      ? '{}'
      : `{ ${parts.map(({ name, type }) => `${memberName(name)}: ${quoted(type)}`).join('; ')} }`;
  return `${indent}/** What editors show: names of parameters with their Cairo types, and documentation. */
${indent}interface ${exportName}Names {
${indent}  readonly functions: ${list(functions, labels)};
${indent}  readonly events: ${list(events, members)};
${indent}}
`;
}

function comment(doc: string, indent: string): string {
  if (doc === '') return '';
  const lines = doc.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

const urlPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part === '..' ? part : encodeURIComponent(part)))
    .join('/');
