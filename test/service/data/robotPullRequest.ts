import type { SeedStep } from '../git/fastImport.ts';
import { pullRef } from '../pullRequests.ts';
import type { PullRequestComment, Repository, State } from '../state.ts';
import { addPullRequest } from './pullRequests.ts';

type Author = { readonly name: string; readonly email: string };
type Given = Pick<PullRequestComment, 'author' | 'body'> & Partial<Pick<PullRequestComment, 'place' | 'discussion'>>;

const minute = 60_000;
/** The head of the pull request begins so: the commits of the sample are always the same. */
const head = '14ebcfd4';
const number = 7;
const branch = 'feature/score';
const path = 'src/score.ts';

const score = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const first = score([
  'export interface Score {',
  '  readonly player: string;',
  '  readonly points: number;',
  '}',
  '',
  'export function best(scores: readonly Score[]): Score | undefined {',
  '  return scores.toSorted((one, other) => one.points - other.points)[0];',
  '}',
]);

/** The branch of the pull request: its second commit mends a line that somebody commented on. */
export const robotSteps = (author: Author): SeedStep[] => [
  { branch, from: 'main', message: 'Keep the score\n', author, time: 1_772_100_000, files: { [path]: first } },
  {
    ...{ branch, message: 'Sort the best first\n', author, time: 1_772_107_200 },
    files: { [path]: first.replace('one.points - other.points', 'other.points - one.points') },
  },
  { newRef: pullRef(number), at: `refs/heads/${branch}` },
];

const run = (at: number): string => `https://ci.example.org/runs/${4_100 + at}`;

/** What the robot says of a finished run: an HTML table with one row for each job, and the commands that it reads. */
const report = (at: number, sha: string, jobs: Readonly<Record<string, string>>): string => {
  const isGreen = Object.values(jobs).every((mark) => mark === '✅');
  const rows = Object.entries(jobs).map(
    ([job, mark]) =>
      `<tr><td>Check</td><td>${job}</td><td>${mark}</td><td><a href="${run(at)}?job=${job}">&gt;&gt;</a></td></tr>`,
  );
  return `<div>流水线 <a href="${run(at)}">score-checks#${at}</a>  [ commitID：${sha} ] ${isGreen ? '已完成' : '运行失败'}</div>
<table>
<tr><th>阶段</th><th>任务名</th><th>状态</th><th>详情</th></tr>
${rows.join('\n')}
</table>
<ul><li>compile : 运行流水线</li><li>retry &lt;任务名&gt; : 重新运行任务</li><li>stop : 终止流水线</li></ul>`;
};

const progress = `Thanks for the pull request. Commands of this repository are explained [here](https://ci.example.org/commands).

---

## Approval progress

| module | lgtm | approve |
|---|---|---|
| game | ✅ *bob*, *erik* (2/2) | ❌ (0/1) |

> - **Committers** comment \`/lgtm\` or \`/approve\`

## Contributor agreement
✅ Everybody has signed it.`;

const robot = (body: string): Given => ({ author: 'build-robot', body });
const round = (at: number, sha: string, jobs: Readonly<Record<string, string>>): readonly Given[] => [
  { author: 'xiaoming', body: 'compile' },
  ...[robot('Checks of the documents are running…'), robot('Checks of the documents are running…')],
  ...[robot('✅ 没有需要检查的文档'), robot('✅ 没有需要检查的文档'), robot(report(at, sha, jobs))],
];
const line = (lineNumber: number): Pick<PullRequestComment, 'place'> => ({ place: { path, line: lineNumber } });

const conversation: readonly Given[] = [
  robot('An external service takes this pull request over: https://ci.example.org/take?pull=7'),
  robot(progress),
  ...round(1, '1f0c9a42', { build: '✅', 'static-check': '✅', 'unit-test': '❌' }),
  { author: 'bob', body: '这里应该从大到小排序。', ...line(7), discussion: '1'.repeat(40) },
  {
    author: 'xiaoming',
    body: 'changed this line on [14ebcfd4](https://example.org/carol/game/commits/detail/14ebcfd4) view [diff detail](https://example.org/carol/game/merge_requests/7/diffs?filePath=src/score.ts)',
    ...{ ...line(7), discussion: '1'.repeat(40) },
  },
  ...round(2, head, { build: '✅', 'static-check': '✅', 'unit-test': '✅' }),
  { author: 'carol', body: 'What is the score of a player who left?', ...line(3), discussion: '2'.repeat(40) },
  { author: 'bob', body: '/lgtm' },
  { author: 'erik', body: '/lgtm\n/approve' },
  robot('Labels `needs-squash` and `build-passed` are set.'),
  robot('All conditions but one are met.'),
];

/** A pull request as busy repositories have them: most comments are notes, reports and commands of a robot. */
export function addRobotPullRequest(state: State, repository: Repository, now: number): void {
  const created = now - 2 * conversation.length * minute;
  const comments = conversation.map((given, at): PullRequestComment => {
    const discussion = (at + 1).toString(16).padStart(40, 'a');
    return { discussion, ...given, id: state.nextId(), created: created + (2 * at + 1) * minute };
  });
  const rewritten = comments[1];
  if (rewritten !== undefined) rewritten.updated = now;
  addPullRequest(state, repository, number, {
    ...{ title: 'Keep the score', body: 'Points of all players, the best first.\n\n- [x] code\n- [ ] tests\n' },
    ...{ author: 'xiaoming', head: branch, created, updated: now, comments, resolved: new Set(['1'.repeat(40)]) },
    assignees: new Map([['carol', false]]),
    reviewers: new Map([
      ['bob', true],
      ['erik', true],
    ]),
  });
}
