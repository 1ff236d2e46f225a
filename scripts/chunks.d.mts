/** What the bundler tells of a module. */
interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

export declare function chunkByEntries(given: {
  readonly entries: Readonly<Record<string, string>>;
  readonly later: Readonly<Record<string, { readonly files: readonly string[]; readonly after?: string }>>;
  readonly undivided?: readonly string[];
  readonly anywhere?: readonly string[];
}): {
  readonly includeDependenciesRecursively: false;
  readonly groups: readonly [{ readonly name: (id: string, graph: Graph) => string | null }];
};
