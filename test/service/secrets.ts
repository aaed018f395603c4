/** What each secret of the local service begins with, so that one that leaks is found wherever it went. */
export const secretMarks = [
  'local-personal-token-of-',
  'local-limited-token-of-',
  'local-demo-secret-',
  'local-issued-',
] as const;

/** A new secret that nobody can guess. */
export function newSecret(): string {
  return `local-issued-${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().slice(0, 8)}`;
}
