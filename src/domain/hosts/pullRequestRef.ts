/** A commit, and the number of the pull request whose head it was. */
interface PullRequestRef {
  readonly number: string;
  readonly commit: string;
}

/** `!45/<sha>`: a commit whose address tells the pull request that it was opened for. */
export function formatPullRequestRef({ number, commit }: PullRequestRef): string {
  return `!${number}/${commit}`;
}

/** `!45`: stands for a pull request in the address that a command gets. */
export const pullRequestSign = (number: string): string => `!${number}`;

/** The number of a pull request if `ref` is the one of `pullRequestSign`. */
export function numberOfSign(ref: string | undefined): string | undefined {
  return /^!([1-9]\d*)$/.exec(ref ?? '')?.[1];
}

/** Undefined for every other ref. */
export function parsePullRequestRef(ref: string | undefined): PullRequestRef | undefined {
  const [, number, commit] = /^!([1-9]\d*)\/([0-9a-f]{40}|[0-9a-f]{64})$/.exec(ref ?? '') ?? [];
  return number === undefined || commit === undefined ? undefined : { number, commit };
}
