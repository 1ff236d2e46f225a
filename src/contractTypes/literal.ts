// Values of JSON as TypeScript source.

const WIDTH = 120;

/** Whether a text can be a name in TypeScript as it is. */
export const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

/** A text between single quotes. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/[\u2028\u2029\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

/** The name of a member. */
export const memberName = (name: string): string => (isName(name) ? name : quoted(name));

/** How a value is written: as an expression, or as the type that it has with `as const`. */
export type Form = 'value' | 'type';

/** A value of JSON in one line if it fits, or else a member or item a line. `indent` is that of the line, `taken` what else is on it. */
export function literal(value: unknown, form: Form, indent = 0, taken = 0): string {
  const line = oneLine(value, form);
  if (indent + taken + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const [open, close] = bracketsOf(value, form);
  const inner = partsOf(value, form).map(
    ([name, part]) => `${' '.repeat(indent + 2)}${name}${literal(part, form, indent + 2, name.length + 1)},\n`,
  );
  return `${open}\n${inner.join('')}${' '.repeat(indent)}${close}`;
}

function oneLine(value: unknown, form: Form): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = bracketsOf(value, form);
  const parts = partsOf(value, form).map(([name, part]) => name + oneLine(part, form));
  const space = Array.isArray(value) || parts.length === 0 ? '' : ' ';
  return `${open}${space}${parts.join(', ')}${space}${close}`;
}

const bracketsOf = (value: object, form: Form): readonly [string, string] =>
  Array.isArray(value) ? [form === 'type' ? 'readonly [' : '[', ']'] : ['{', '}'];

/** The items of a list, or the members of an object with their names before them. */
const partsOf = (value: object, form: Form): readonly (readonly [string, unknown])[] =>
  Array.isArray(value)
    ? value.map((item: unknown) => ['', item])
    : Object.entries(value).map(([name, part]) => [`${form === 'type' ? 'readonly ' : ''}${memberName(name)}: `, part]);
