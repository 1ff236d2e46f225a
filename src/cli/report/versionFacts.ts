import { digest } from '../../classes/contentKey.ts';
import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { protocolNamed, protocolNames } from '../../protocol/versions.ts';
import { LIBFUNC_LIST_NAMES, libfuncList } from '../../sierra/class/libfuncList.ts';
import { versions } from './versions.ts';

/** The versions of this package as JSON, with a hash of each table of facts: two builds with the same hashes follow the same rules. */
export function versionFacts(): string {
  const hashOf = (table: unknown) => digest(writeJson(table));
  return JSON.stringify(
    {
      ...versions,
      node: process.version,
      tables: {
        protocol: Object.fromEntries(protocolNames.map((name) => [name, hashOf(protocolNamed(name))])),
        libfuncs: Object.fromEntries(LIBFUNC_LIST_NAMES.map((name) => [name, hashOf([...(libfuncList(name) ?? [])])])),
        errors: hashOf(errors),
      },
    },
    null,
    2,
  );
}
