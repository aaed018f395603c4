/** The commit or branch that is the head of a pull request, with the number of the pull request. */
interface PullRequestRef {
  readonly number: string;
  readonly ref: string;
}

/** `!45/<ref>`: an address with it tells the pull request that it was opened for, also in the title of the window. */
export function formatPullRequestRef({ number, ref }: PullRequestRef): string {
  return `!${number}/${ref}`;
}

export function parsePullRequestRef(text: string | undefined): PullRequestRef | undefined {
  const [, number, ref] = /^!([1-9]\d*)\/(.+)$/s.exec(text ?? '') ?? [];
  return number === undefined || ref === undefined ? undefined : { number, ref };
}
