// Draws the text of a terminal, with its colours, as an SVG.

const COLOURS = {
  31: '#ff8a8a',
  32: '#5fcf92',
  33: '#e7b65a',
  34: '#8590f5',
  35: '#c7a6f2',
  36: '#6fc7d6',
  90: '#9298ac',
};
const WIDTH = 7.8;
const HEIGHT = 19;
const MARGIN = 20;

// Colours are set by an escape character, a bracket, numbers and an m.
const ESCAPE = String.fromCharCode(27);
const SETTING = new RegExp(`${ESCAPE}\\[([\\d;]*)m`);
const withoutColours = (text) =>
  text
    .split(new RegExp(SETTING, 'g'))
    .filter((_, i) => i % 2 === 0)
    .join('');

/** Spaces are written so that viewers keep them. */
const xmlText = (text) =>
  text.replaceAll(' ', '\u00a0').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The parts of a line that look alike. */
function parts(line) {
  const found = [];
  let style = { fill: undefined, bold: false };
  // Text and the numbers of settings alternate.
  for (const [i, piece] of line.split(SETTING).entries()) {
    if (i % 2 === 0) {
      if (piece !== '') found.push({ text: piece, ...style });
      continue;
    }
    for (const code of piece.split(';').map(Number))
      if (code === 0) style = { fill: undefined, bold: false };
      else if (code === 39) style = { ...style, fill: undefined };
      else if (code === 1) style = { ...style, bold: true };
      else if (code === 22) style = { ...style, bold: false, fill: undefined };
      else if (code === 2) style = { ...style, fill: COLOURS[90] };
      else if (COLOURS[code]) style = { ...style, fill: COLOURS[code] };
  }
  return found;
}

/** The picture of a text with ANSI colours. */
export function terminalSvg(text) {
  const lines = text.split('\n').map(parts);
  const longest = Math.max(...lines.map((line) => line.reduce((sum, part) => sum + part.text.length, 0)));
  const width = Math.ceil(longest * WIDTH + 2 * MARGIN);
  const height = lines.length * HEIGHT + 2 * MARGIN;
  const drawn = lines.map((line, i) => {
    const spans = line.map(({ text: part, fill, bold }) => {
      const attributes = `${fill ? ` fill="${fill}"` : ''}${bold ? ' font-weight="bold"' : ''}`;
      return attributes ? `<tspan${attributes}>${xmlText(part)}</tspan>` : xmlText(part);
    });
    return `<text x="${MARGIN}" y="${MARGIN + (i + 1) * HEIGHT - 5}">${spans.join('')}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${xmlText(withoutColours(text).split('\n')[1] ?? '')}</title>
<rect width="${width}" height="${height}" rx="10" fill="#171922"/>
<g fill="#e9eaf1" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="13">
${drawn.join('\n')}
</g>
</svg>
`;
}
