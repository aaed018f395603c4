import { answered, api, dates, host, numbered, person, refused, sha, time, user, type Form } from './kit.ts';

const robot = 'robot-build';
const onWhole = (at: number, body: string, login = robot): object => ({
  ...{ id: 70_100 + at, discussion_id: sha(at), body, ...dates(at), comment_type: 'pr_comment' },
  user: user(login, login === 'bob' ? '' : ' avatar_url'),
});
const onLine = (at: number, body: string, line: number, resolved: boolean): object => ({
  ...{ id: 70_100 + at, discussion_id: sha(at), body, ...dates(at), comment_type: 'diff_comment', resolved },
  ...{ user: user('bob'), diff_position: { start_new_line: line, end_new_line: line, position_type: 'text' } },
});
const words = [
  'Build is running…',
  '✅ 没有需要检查的文档',
  '<div>\n<table><tr><td>build</td><td>✅</td></tr></table></div>',
];

/** Twenty comments: most are of a robot, two are on lines without a path, one has a reply. */
const comments: Readonly<Record<string, readonly Form[]>> = {
  'pull-comments': [
    answered('pullRequestComments.list', [
      ...Array.from({ length: 8 }, (_, at) => onWhole(at, words[at % 3] ?? '')),
      {
        ...onLine(8, 'Say what happens without a name.', 12, true),
        reply: [
          {
            ...{ id: 70_190, ...dates(9), user: user('erik', ' avatar_url') },
            body: `changed this line on [5e5e](${host}/alice/website/commits/detail/${sha(3)}) view [diff detail](${host}/x)`,
          },
        ],
      },
      ...Array.from({ length: 7 }, (_, at) => onWhole(at + 10, words[at % 3] ?? '')),
      onLine(17, '请说明这一行的作用', 31, false),
      onWhole(18, '/lgtm', 'bob'),
      onWhole(19, '/lgtm\n/approve', 'bob'),
      onWhole(20, 'The pull request is closed or merged.'),
    ]),
  ],
  'pull-comment': [
    answered('pullRequestComments.get', {
      ...{ id: 70_117, discussion_id: sha(17), body: '请说明这一行的作用', comment_type: 'DiffNote' },
      ...{ user: { ...person('bob', 'object_id login name type'), id: '40018' }, ...dates(17), is_outdated: false },
      position: {
        ...{ base_sha: sha(1), start_sha: sha(2), head_sha: sha(3), position_type: 'text' },
        ...{ old_path: 'src/login.ts', new_path: 'src/login.ts', new_line: 31 },
      },
    }),
    refused('pullRequestComments.get', 400, 'Orchestration error: Invalid path parameter: note_id, number required'),
  ],
  'pull-comment-writes': [
    answered('pullRequestComments.create', { id: sha(21), body: 'On a line', note_id: 70_201 }, 201),
    answered('pullRequestComments.create', { id: sha(22), body: 'In general' }),
    answered('pullRequestComments.create', { id: '70203', body: 'As a number', ...dates() }, 201),
    answered('pullRequestComments.reply', { id: sha(21), body: 'A reply', note_id: 70_204 }, 201),
    answered('pullRequestComments.reply', { id: sha(21), body: 'A reply', noteId: 70_205 }),
    answered('pullRequestComments.resolve', {}),
    answered('pullRequestComments.edit'),
    answered('pullRequestComments.remove'),
    refused(
      'pullRequestComments.create',
      400,
      'diff failed to be generated due to invalid params under position param',
      {
        ...{ error_code: 400, error_code_name: 'BAD_REQUEST' },
      },
    ),
  ],
};

const discussions = 'pullRequestComments.discussions';
const note = (id: number, body: string): object => ({
  ...{ id, discussion_id: sha(17), body, type: 'DiffNote', ...dates(17), resolvable: true, resolved: false },
  author: numbered('bob', 'username name'),
  position: {
    ...{ base_sha: sha(1), start_sha: sha(2), head_sha: sha(3), position_type: 'text', new_line: 31 },
    ...{
      old_path: 'src/login.ts',
      new_path: 'src/login.ts',
      patchset_iid: 2,
      diff_id: 5_012,
      line_code: `${sha(4)}_30_31`,
    },
  },
});
const system = {
  ...{ id: 70_150, discussion_id: sha(15), body: 'added 2 commits', system: true, created_at: time(15) },
  author: numbered('erik', 'username name'),
};

/** Bodies of robots in seven forms; they are no answers themselves. */
const robotBodies = [
  ...['Checks are running…', '✅ 没有需要检查的文档', words[2] ?? ''],
  '<div>Pipeline <a href="https://ci.test/7">smoke#7</a> [ commit 1f0c9a42 ] is running</div>',
  '## Approval progress\n\n| module | lgtm |\n|---|---|\n| website | ❌ (0/1) |',
  `A run was started: [details](${host}/alice/website/actions/runs/${sha(7).slice(8)})`,
  `### Agreement\n\n[@bob](${host}/bob) has signed it. :wave:`,
];

export const conversations: Readonly<Record<string, readonly Form[]>> = {
  ...comments,
  'robot-comments': robotBodies.map((body) => answered('a comment of a robot', body)),
  'pull-discussions-v4': [
    answered(discussions, {
      data: [
        {
          ...{ id: sha(17), noteable_type: 'MergeRequest', resolved: false },
          notes: [note(70_117, '请说明这一行的作用'), note(70_118, 'The default.')],
        },
        { id: sha(15), notes: [system] },
      ],
    }),
    refused(discussions, 403, 'use v5', { error_code: 403, error_code_name: 'FORBIDDEN' }),
  ],
  'pull-operate-logs': [
    answered(
      'pullRequests.events',
      ['discussion', 'opened', 'closed', 'label', 'title', 'title', 'description', 'merged'].map((action, at) => ({
        ...{ content: `${action} in **words**`, id: 80_000 - at, action, action_type: action, merge_request_id: 4_041 },
        ...{ created_at: time(at), updated_at: time(at), discussion_id: sha(40 + at), project: 'alice/website' },
        user: person('alice', 'id name login iam_id nick_name state email name_cn web_url'),
      })),
    ),
  ],
  'pull-issues': [
    answered('pullRequests.issues', [
      {
        ...{ number: '3', title: 'A page to sign in', state: 'open', id: 3_003, body: 'Begin with the form.\n' },
        ...{ url: `${api}/issues/3`, html_url: `${host}/alice/website/issues/3` },
        ...{ user: person('alice', 'id login name html_url'), issue_created_at: time(0), issue_updated_at: time(9) },
        labels: [{ id: 311, color: '#2c7be5', name: 'feature', text_color: '#FFFFFF' }],
        repository: { full_name: 'alice/website', ...dates() },
      },
    ]),
    answered('pullRequests.linkIssues', [{ id: 3_003, number: '3', title: 'A page to sign in' }]),
    answered('pullRequests.unlinkIssues', []),
  ],
};
