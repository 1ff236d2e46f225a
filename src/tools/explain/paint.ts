/** Colours a text for a terminal, or leaves it as it is. */
export type Paint = Readonly<Record<'red' | 'green' | 'yellow' | 'blue' | 'bold' | 'dim', (text: string) => string>>;

const wrap = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;

const COLORS: Paint = {
  red: wrap(31, 39),
  green: wrap(32, 39),
  yellow: wrap(33, 39),
  blue: wrap(34, 39),
  bold: wrap(1, 22),
  dim: wrap(2, 22),
};

const same = (text: string) => text;
const PLAIN: Paint = { red: same, green: same, yellow: same, blue: same, bold: same, dim: same };

export const paintWith = (color: boolean): Paint => (color ? COLORS : PLAIN);
