/** The prefix of every secret of the local service. Tests search for it to detect leaks. */
export const secretMarks = [
  'local-personal-token-of-',
  'local-limited-token-of-',
  'local-demo-secret-',
  'local-issued-',
] as const;

/** What the secrets of this start end with. They differ at each start, because other users of the computer know this code. */
export const ofThisStart = crypto.randomUUID().replaceAll('-', '');

/** A new random secret. */
export function newSecret(): string {
  return `local-issued-${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().slice(0, 8)}`;
}
