// The options that name folders: `artifacts` (where class files are), and `classCache` (where compiled classes are).

import { ArtifactStore } from '../../classes/artifactStore.ts';
import { ClassLibrary } from '../../classes/classLibrary.ts';
import { hasPlatform, platform } from '../platform.ts';
import { SandboxOptionError } from './sandboxOptions.ts';

/** The build output that explanations take names and lines from; none in a browser, which has no files. */
export function artifactsOf(folders: readonly string[] | undefined): ArtifactStore | undefined {
  if (folders !== undefined && !(Array.isArray(folders) && folders.every((folder) => typeof folder === 'string')))
    throw new SandboxOptionError("invalid value for 'artifacts': expected a list of folders, such as ['target/dev']");
  if (folders?.length === 0 || (folders === undefined && !hasPlatform())) return undefined;
  return new ArtifactStore(platform("The option 'artifacts'").artifactFiles(folders));
}

/** By the folders of their caches. Sandboxes of one process compile each class once, also where there are no files. */
const libraries = new Map<string | undefined, ClassLibrary>();

/** What compiles the classes of a sandbox: with the classes of earlier runs in a folder, or in memory alone. */
export function classLibraryOf(folder: string | undefined): ClassLibrary {
  if (folder !== undefined && (typeof folder !== 'string' || folder === ''))
    throw new SandboxOptionError(
      "invalid value for 'classCache': expected the path of a folder, such as 'cache/classes', or 'off'",
    );
  let library = libraries.get(folder);
  if (!library) {
    const hasFiles = hasPlatform() || (folder !== undefined && folder !== 'off');
    const cache = hasFiles ? platform("The option 'classCache'").classCache(folder) : undefined;
    libraries.set(folder, (library = new ClassLibrary({ cache })));
  }
  return library;
}
