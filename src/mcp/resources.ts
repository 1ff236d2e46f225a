// What clients can read without a tool: the pages of the documentation, and the functions of contracts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { abiAt, addressOf, namesOf } from './names.ts';
import { functionsText } from './tools/functionsText.ts';
import type { Workbench } from './workbench.ts';

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The most characters of a part of a page: some 2,000 tokens. */
const PART_CHARS = 7500;

export const TEMPLATES = [
  {
    uriTemplate: 'starbox://docs/{page}/{part}',
    name: 'A part of a page of the documentation',
    description: 'The pages are long: part 1 says how many there are.',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'starbox://abi/{contract}',
    name: 'The functions of a contract',
    description: 'By its name or address, on the branch in use.',
    mimeType: 'text/plain',
  },
] as const;

/** Reads resources: pages of a folder, and contracts of a workbench. */
export class Resources {
  readonly #folder: string;
  readonly #bench: Workbench;

  constructor(folder: string, bench: Workbench) {
    this.#folder = folder;
    this.#bench = bench;
  }

  list(): readonly Resource[] {
    const pages = this.#pages().map((page) => ({
      uri: `starbox://docs/${page}`,
      name: page,
      description: this.#title(page),
      mimeType: 'text/markdown',
    }));
    // To list starts no chain.
    const abis = (this.#bench.started?.contracts ?? []).map(({ name }) => ({
      uri: `starbox://abi/${name}`,
      name: `ABI of ${name}`,
      description: 'The functions and events of a contract',
      mimeType: 'text/plain',
    }));
    return [...abis, ...pages];
  }

  /** The text of a resource; undefined if there is none. */
  async read(uri: string): Promise<{ readonly mimeType: string; readonly text: string } | undefined> {
    const [, contract] = /^starbox:\/\/abi\/(\w{1,70})$/.exec(uri) ?? [];
    if (contract !== undefined) {
      const branch = await this.#bench.branch();
      const address = await addressOf(branch, contract);
      const name = [...namesOf(branch)].find(([, other]) => other === address)?.[0] ?? contract;
      const functions = functionsText(await abiAt(branch, address));
      return {
        mimeType: 'text/plain',
        text: this.#bench.answers.write({ text: `${name} at ${address}`, data: functions }),
      };
    }
    const [, page, part = '1'] = /^starbox:\/\/docs\/([a-z-]{1,40})(?:\/(\d{1,4}))?$/.exec(uri) ?? [];
    if (page === undefined || !this.#pages().includes(page)) return undefined;
    const parts = partsOf(readFileSync(join(this.#folder, `${page}.md`), 'utf8'));
    const number = Number(part);
    const text = parts[number - 1];
    if (text === undefined) return undefined;
    const more =
      number < parts.length
        ? `\n\n(Part ${number} of ${parts.length}. The next is starbox://docs/${page}/${number + 1}.)\n`
        : '';
    return { mimeType: 'text/markdown', text: text + more };
  }

  #pages(): readonly string[] {
    return readdirSync(this.#folder)
      .filter((name) => /^[a-z-]+\.md$/.test(name))
      .map((name) => name.slice(0, -'.md'.length))
      .sort();
  }

  #title(page: string): string {
    return /^# (.*)$/m.exec(readFileSync(join(this.#folder, `${page}.md`), 'utf8'))?.[1] ?? page;
  }
}

/** A page in parts, which begin at headings or paragraphs where they can. */
function partsOf(page: string): readonly string[] {
  const parts: string[] = [];
  let rest = page.trimEnd();
  while (rest.length > PART_CHARS) {
    const room = rest.slice(0, PART_CHARS);
    const at =
      [room.lastIndexOf('\n## '), room.lastIndexOf('\n\n'), room.lastIndexOf('\n')].find(
        (place) => place > PART_CHARS / 3,
      ) ?? PART_CHARS;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest];
}
