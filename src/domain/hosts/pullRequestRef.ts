/** A commit, and the number of the pull request whose head it was. */
interface PullRequestRef {
  readonly number: string;
  readonly commit: string;
}

/** `!45/<sha>`: a commit whose address tells the pull request that it was opened for. */
export function formatPullRequestRef({ number, commit }: PullRequestRef): string {
  return `!${number}/${commit}`;
}

/** Undefined for every other ref. */
export function parsePullRequestRef(ref: string | undefined): PullRequestRef | undefined {
  const [, number, commit] = /^!([1-9]\d*)\/([0-9a-f]{40}|[0-9a-f]{64})$/.exec(ref ?? '') ?? [];
  return number === undefined || commit === undefined ? undefined : { number, commit };
}
