import { type CairoToken, closingsOf } from '../../text/cairoTokens.ts';

/** A range of lines. */
export interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

/** A function with a body. Blocks in it are divided: its statements are those of all blocks, without what is in blocks of theirs. */
export interface SourceFunction extends LineRange {
  readonly statements: readonly LineRange[];
}

/** The functions of a source, except those of tests. */
export function sourceFunctions(tokens: readonly CairoToken[]): readonly SourceFunction[] {
  const closings = closingsOf(tokens);
  const textAt = (i: number) => tokens[i]?.text;
  const functions: SourceFunction[] = [];
  let isTest = false;
  for (let i = 0; i < tokens.length; i++) {
    const text = textAt(i);
    if (text === '#' && textAt(i + 1) === '[') {
      const words = tokens.slice(i, closings[i + 1]).map((token) => token.text);
      if (/^#\[(?:test|cfg\(test\))$/.test(words.join(''))) isTest = true;
      i = closings[i + 1]!;
    } else if (text === 'fn') {
      const open = bodyOf(tokens, closings, i);
      if (textAt(open) === '{') {
        const end = closings[open]!;
        const [line, endLine] = [tokens[i]!.line, (tokens[end] ?? tokens.at(-1)!).line];
        if (!isTest) functions.push({ line, endLine, statements: statementsIn(tokens, closings, open + 1, end) });
        i = end;
      } else i = open;
      isTest = false;
    } else if (isTest && text === '{') {
      i = closings[i]!;
      isTest = false;
    } else if (text === ';') isTest = false;
  }
  return functions;
}

/** The position of the bracket that opens the body of a function, or of the `;` of one without a body. */
function bodyOf(tokens: readonly CairoToken[], closings: Int32Array, start: number): number {
  let i = start;
  while (i < tokens.length && tokens[i]!.text !== '{' && tokens[i]!.text !== ';')
    i = tokens[i]!.text === '(' || tokens[i]!.text === '[' ? closings[i]! + 1 : i + 1;
  return i;
}

const HEADS = new Set(['if', 'while', 'for', 'match', 'loop']);

/** An open bracket: a list in parentheses, a block, or the arms of `match`. */
type Bracket = 'list' | 'block' | 'arms';

/** The statements between two tokens, those of inner blocks included. */
function statementsIn(
  tokens: readonly CairoToken[],
  closings: Int32Array,
  start: number,
  end: number,
): readonly LineRange[] {
  const found: LineRange[] = [];
  const open: Bracket[] = ['block'];
  let words: CairoToken[] = [];
  // Whether the words go on with what was before a block, such as `.unwrap()` behind it.
  let isRest = false;
  const finish = (isHead: boolean) => {
    if (isStatement(words, isHead, isRest)) found.push({ line: words[0]!.line, endLine: words.at(-1)!.line });
    words = [];
    isRest = false;
  };
  for (let i = start; i < end; i++) {
    const token = tokens[i]!;
    const { text } = token;
    const inside = open.at(-1);
    if (text === '#' && tokens[i + 1]?.text === '[') i = closings[i + 1]!;
    else if (text === '{') {
      const head = headOf(words);
      if (head === undefined) {
        // The members of a struct belong to the statement.
        const close = Math.min(closings[i]!, end - 1);
        for (; i < close; i++) words.push(tokens[i]!);
        words.push(tokens[i]!);
      } else {
        finish(true);
        open.push(head);
      }
    } else if (text === '(' || text === '[') {
      open.push('list');
      words.push(token);
    } else if (text === '}' || text === ')' || text === ']') {
      if (text === '}') finish(false);
      else words.push(token);
      if (open.length > 1) open.pop();
      isRest ||= text === '}' && (open.at(-1) === 'list' || isContinuation(tokens[i + 1]?.text));
    } else if ((text === ';' && inside !== 'list') || (text === ',' && inside === 'arms')) finish(false);
    else words.push(token);
  }
  finish(false);
  return found;
}

/** Whether a word behind a block goes on with the expression that the block ends. */
const isContinuation = (text: string | undefined): boolean => text !== undefined && /^[^\w"'#({}[]/.test(text);

/** Whether words are a statement, or the head of a block that evaluates something. */
function isStatement(words: readonly CairoToken[], isHead: boolean, isRest: boolean): boolean {
  const first = words[0]?.text ?? '';
  const texts = words.map(({ text }) => text);
  if (isRest || first === 'use' || first === 'const' || !texts.some((text) => /[\w"']/.test(text))) return false;
  const arrow = texts.lastIndexOf('=>');
  // The pattern of an arm is no code of its own, and neither is `else`.
  if (arrow >= 0 && !texts.slice(arrow + 1).some((text) => /[\w"']/.test(text))) return false;
  return !(isHead && first === 'else' && !texts.includes('if'));
}

/** What the bracket `{` behind words opens: undefined if it is a struct. */
function headOf(words: readonly CairoToken[]): Bracket | undefined {
  // What is in closed parentheses is no part of the head.
  const texts: string[] = [];
  for (let i = words.length - 1, depth = 0; i >= 0; i--) {
    const { text } = words[i]!;
    if (text === ')' || text === ']' || text === '}') depth++;
    else if ((text === '(' || text === '[' || text === '{') && --depth < 0) break;
    else if (depth === 0 && text === '=>') {
      if (texts.length === 0) return 'block';
      break;
    } else if (depth === 0 && text === ',' && texts[0] !== '|') break;
    else if (depth === 0) texts.push(text);
  }
  texts.reverse();
  const last = texts.at(-1);
  if (last === undefined || last === 'else' || last === '|' || last === '||' || texts.includes('->')) return 'block';
  const head = texts.findLastIndex((text) => HEADS.has(text));
  if (head < 0) return undefined;
  // A pattern: `if let Point { x } = …`, `for Point { x } in …`.
  const rest = texts.slice(head + 1);
  if (rest[0] === 'let' && !rest.includes('=')) return undefined;
  if (texts[head] === 'for' && !rest.includes('in')) return undefined;
  return texts[head] === 'match' ? 'arms' : 'block';
}
