/** The branch on this computer that a refspec pushes, and its name on the host. */
export interface PushedBranch {
  readonly from: string;
  readonly to: string;
}

/** Reads the refspec of one branch: `main`, `main:main`, `refs/heads/main`. Undefined for a removal, a tag or a pattern. */
export function branchesOfRefspec(refspec: string): PushedBranch | undefined {
  const [from = '', to = from, ...more] = refspec.replace(/^\+/, '').split(':').map(branchOf);
  if (from === '' || to === '' || more.length > 0 || refspec.includes('*')) return undefined;
  return { from, to };
}

const prefix = 'refs/heads/';

function branchOf(ref: string): string {
  if (ref.startsWith(prefix)) return ref.slice(prefix.length);
  return ref.startsWith('refs/') ? '' : ref;
}
