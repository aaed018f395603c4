const english = {
  host: 'host',
  branch: 'branch',
  message: 'message',
  author: 'author',
  newBranch: 'new branch',
  newTag: 'new tag',
  commit: 'at',
  tagMessage: 'message',
  newIssue: 'new issue',
  title: 'title',
  text: 'text',
  labels: 'labels',
  assignee: 'assignee',
  milestone: 'milestone',
  state: 'state',
  move: 'move',
  delete: 'delete',
  tag: 'tag',
  newRelease: 'new release',
  releaseNotes: 'release notes',
  target: 'target of a new tag',
  status: 'status',
  newPullRequest: 'new pull request',
  merge: 'merge',
  draft: 'draft',
  pullRequest: 'pull request',
  review: 'review',
  issue: 'issue',
  commentOn: 'comment on',
  line: 'line',
  discussion: 'discussion',
};

export type FieldKey = keyof typeof english;

export interface PreviewWords {
  readonly label: (key: FieldKey) => string;
  /** `name: value` */
  readonly named: (name: string, value: string) => string;
  readonly none: string;
}

/** For agents, their users and logs. */
export const englishWords: PreviewWords = {
  label: (key) => english[key],
  named: (name, value) => `${name}: ${value}`,
  none: '(none)',
};
