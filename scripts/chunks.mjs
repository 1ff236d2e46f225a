import { join } from 'node:path';
import { root } from './files.mjs';

/**
 * Divides a bundle so that each entry loads exactly what it imports, in few files: modules that the same entries import are one chunk.
 * Node.js needs about half a millisecond to load a file.
 *
 * What a module imports, all entries of the module import. So a chunk imports only chunks of more entries than its own: never in a
 * circle, and none has to take what its modules import. What no entry imports is left to the bundler, and so are the entries themselves:
 * one may wait for a file that imports what it imports too.
 *
 * `entries` are files by name. `later` are files that are imported while the program runs, after an entry or after another of them; of
 * several `files`, a run imports one.
 * `undivided` names the entries that load more than they import rather than divide the chunks of others: programs that import them import
 * the library too.
 * `anywhere` names the entries that browsers can load: what they import at any time is never in one chunk with what only Node.js can load.
 */
export function chunkByEntries({ entries, later, undivided = [], anywhere = [] }) {
  let names;
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: (id, graph) => (names ??= chunkNames({ entries, later, undivided, anywhere }, graph)).get(id) ?? null },
    ],
  };
}

/** The name of the chunk of each module. */
function chunkNames({ entries, later, undivided, anywhere }, graph) {
  const loads = Object.entries(entries)
    .filter(([name]) => !undivided.includes(name))
    .map(([name, file]) => ({ name, modules: importsOf(file, graph) }));
  for (const [name, { files, after }] of Object.entries(later)) {
    const before = loads.find((load) => load.name === after)?.modules ?? [];
    loads.push({ name, modules: new Set([...files.flatMap((file) => [...importsOf(file, graph)]), ...before]) });
  }
  const portable = anywhere.map((name) => importsOf(entries[name], graph, { later: true }));
  const names = new Map();
  for (const id of new Set(loads.flatMap(({ modules }) => [...modules]))) {
    const name = nameOf(loads.filter(({ modules }) => modules.has(id)));
    const isPortable = anywhere.length === 0 || portable.some((modules) => modules.has(id));
    names.set(id, isPortable ? name : `${name}-node`);
  }
  for (const file of [...Object.values(entries), ...Object.values(later).flatMap(({ files }) => files)])
    names.delete(join(root, file));
  return names;
}

/** Everything that a file imports, with or without what it imports later. */
function importsOf(file, graph, { later = false } = {}) {
  const path = join(root, file);
  if (graph.getModuleInfo(path) === null)
    throw new Error(`Nothing in the bundle imports ${file}, or there is no such file.`);
  const next = (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    return later ? [...importedIds, ...dynamicallyImportedIds] : importedIds;
  };
  const modules = new Set(next(path));
  for (const id of modules) for (const other of next(id)) modules.add(other);
  return modules;
}

/** The names of some loads, without those that load all that another one loads. */
const nameOf = (loads) =>
  loads
    .filter(
      (each) =>
        !loads.some(
          (other) => other.modules.size < each.modules.size && [...other.modules].every((id) => each.modules.has(id)),
        ),
    )
    .map(({ name }) => name)
    .join('-');
