/** The rule of `git check-ref-format` that a branch or tag name breaks. */
export type RefNameProblem = 'empty' | 'character' | 'dots' | 'slashes' | 'lock' | 'at' | 'dash';

// oxlint-disable-next-line no-control-regex -- git forbids control characters
const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]/;

export function refNameProblem(name: string): RefNameProblem | undefined {
  if (name === '') return 'empty';
  if (forbidden.test(name) || !name.isWellFormed()) return 'character';
  if (name.includes('..') || name.endsWith('.') || name.split('/').some((part) => part.startsWith('.'))) return 'dots';
  if (name.startsWith('/') || name.endsWith('/') || name.includes('//')) return 'slashes';
  if (name.split('/').some((part) => part.endsWith('.lock'))) return 'lock';
  if (name === '@' || name.includes('@{')) return 'at';
  return name.startsWith('-') ? 'dash' : undefined;
}
