import { expect, test } from 'vitest';
import { cairoTokens } from '../../text/cairoTokens.ts';
import { closureSpans } from './closureSpans.ts';
import { sourceFunctions } from './sourceStatements.ts';

/** The first lines of the statements of a source, which marks them with `// S`. */
const found = (source: string): [readonly number[], readonly number[]] => {
  const lines = source.split('\n');
  const marked = lines.flatMap((line, i) => (line.endsWith('// S') ? [i + 1] : []));
  return [sourceFunctions(cairoTokens(lines)).flatMap(({ statements }) => statements.map(({ line }) => line)), marked];
};

test('statements are those of blocks and heads: no members, arguments, patterns, closing brackets, else or declarations', () => {
  const [statements, marked] = found(`
    trait T { fn declared(self: @u8) -> u8; }
    fn f(
      a: u8,
    ) -> Point {
      // a comment; { with signs
      use core::{A, B};
      let Point { x, y } = point; // S
      if let Some(Point { x }) = find("a } text; with { signs", 'b}') { // S
        emit(Moved { // S
          x,
          y: 5,
        });
      } else if x == 1 { // S
        return Point { x: 1, y }; // S
      } else {
        a // S
      }
      for Point { x } in points { // S
        #[feature("x")]
        x.check( // S
          1,
        );
      }
      let z = match x { // S
        Way::A | Way::B => 1, // S
        Way::C { x } => { x + 1 }, // S
        Way::D => {
          2 // S
        },
        _ => (),
      };
      list.map(|v| { // S
        v + 1 // S
      })
        .unwrap();
      loop { break; } // S
      Point { // S
        x, y,
      }
    }
  `);
  // A line can have several.
  expect([...new Set(statements)]).toEqual(marked);
});

test('tests are left out, and a source that is cut off is no error', () => {
  const [statements, marked] = found(`
    #[cfg(test)]
    mod tests { fn helper() { a(); } }
    #[test]
    fn tested() { a(); }
    fn f() {
      a(); // S
  `);
  expect(statements).toEqual(marked);
  for (const text of ['fn', 'fn f() { "', 'fn f() { g(|x', '#[', '}{', 'fn f() { )', "'\\"])
    expect(() => closureSpans(cairoTokens([text])).length + sourceFunctions(cairoTokens([text])).length).not.toThrow();
});

test('closures are found with their bodies, and other bars are not taken for them', () => {
  const source = ['let f = |x: u8| {', '  x | 1', '};', 'g(a | b, || 5, |p, q| p || q);', 'A | B => 1,'];
  const text = closureSpans(cairoTokens(source)).map(({ line, column, endLine, endColumn }) =>
    line === endLine ? source[line - 1]!.slice(column - 1, endColumn - 1) : `${line}-${endLine}`,
  );
  expect(text).toEqual(['1-3', '|| 5', '|p, q| p || q']);
});
