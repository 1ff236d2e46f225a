/** What the names in parentheses stand for, which are not code. */
const ABOUT: Readonly<Record<string, string>> = {
  '(calldata, signature, events and code as data)': 'Data that the network archives.',
  '(new storage cells)': 'Storage cells that were zero before.',
  '(operating system, and calls metered in steps)':
    'The work of the network for every transaction; also Cairo 0 and old Sierra classes, whose steps are paid together.',
  '(data of system calls)': 'The part of system calls that grows with their data, such as Keccak.',
  '(gas withdrawn and not used)':
    'Cairo withdraws gas for the most expensive branch in advance; a cheaper branch does not give all of it back.',
  '(code metered in steps)': 'Cairo 0 and old Sierra classes, whose steps are paid together.',
  '(reverted execution)': 'An execution that ended with an error; its gas is not divided further.',
};

/** What a row of a profile that is not code stands for; undefined for code. */
export const aboutGas = (name: string): string | undefined => ABOUT[name];
