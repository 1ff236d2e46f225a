const RESET = '\u001b[0m';
const DIM = '\u001b[2m';

/** The colours of levels. */
const COLOURS = {
  error: '\u001b[31m',
  warn: '\u001b[33m',
  info: '\u001b[32m',
  debug: '\u001b[34m',
  trace: '\u001b[35m',
} as const;

export const dim = (text: string): string => `${DIM}${text}${RESET}`;
export const colouredLevel = (level: keyof typeof COLOURS, text: string): string => `${COLOURS[level]}${text}${RESET}`;

/** Whether the log has colours: on a terminal, unless NO_COLOR is set; FORCE_COLOR decides before both. */
export function usesColours(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (none !== undefined && none !== '') return false;
  return isTerminal && terminal !== 'dumb';
}
