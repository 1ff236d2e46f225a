// Removes comments from a bundled declaration file that no user of the package can meet.
import { parseSync } from 'rolldown/utils';

/** Members of requests and answers have such names. Their comments are shown in editors, whatever the type is called. */
const HAS_WIRE_MEMBERS = /^\s+(?:readonly )?[a-z0-9]+(?:_[a-z0-9]+)+\??:/m;

/** The text without the comments of types that are not exported, except of those that describe requests and answers. */
export function withoutInnerComments(text) {
  const { program, comments } = parseSync('index.d.ts', text);
  const exports = program.body.filter(({ type }) => type === 'ExportNamedDeclaration');
  const exported = new Set(exports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)));
  const kept = [];
  let start = 0;
  for (const statement of program.body) {
    // A comment before a statement belongs to it.
    const range = { start, end: statement.end };
    start = statement.end;
    const declared = statement.declaration ?? statement;
    const name = declared.id?.name ?? declared.declarations?.[0]?.id?.name;
    if (name === undefined || exported.has(name) || HAS_WIRE_MEMBERS.test(text.slice(range.start, range.end)))
      kept.push(range);
  }
  let result = '';
  let position = 0;
  for (const comment of comments)
    if (!kept.some((range) => comment.start >= range.start && comment.end <= range.end)) {
      result += text.slice(position, comment.start).replace(/\n[ \t]*$/, '');
      position = comment.end;
    }
  return result + text.slice(position);
}
