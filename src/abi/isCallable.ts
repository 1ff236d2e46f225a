const OF_PROTOCOL = /^__(execute|validate|validate_declare|validate_deploy)__$/;

/** Whether people can call a function: those like `__execute__` only the protocol calls, and an account refuses anybody else. */
export const isCallable = ({ name }: { readonly name: string }): boolean => !OF_PROTOCOL.test(name);
