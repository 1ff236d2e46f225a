/** What a client is told of a failure that nobody expected. */
export function surpriseText(thrown: unknown, method: string): string {
  const name = method.slice(0, 80);
  // Parts of the program are loaded when they are first used.
  if ((thrown as { readonly code?: unknown } | null | undefined)?.code === 'ERR_MODULE_NOT_FOUND')
    return `${name} needs a file of Starbox that is no longer there. Was the package updated or built again while this node ran? Start the node again.`;
  return `Internal error in ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
}
