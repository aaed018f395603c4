import { answered, api, dates, host, label, numbered, person, refused, sha, time, user, type Form } from './kit.ts';

const website = {
  id: 501,
  full_name: 'alice/website',
  human_name: 'alice / Website',
  path: 'website',
  name: 'Website',
};
const issuePage = `${host}/alice/website/issues/3`;
const milestone = {
  ...{ ...dates(), description: '', due_on: '2026-09-30', number: 9_001, repository_id: 501, state: 'active' },
  ...{ title: '1.2', url: `${host}/alice/website/milestones/2` },
};
const detail = (title: string, more: object): object => ({ title, id: 61, ...more });
const issue = {
  id: 3_003,
  html_url: issuePage,
  number: '3',
  state: 'open',
  title: 'A page to sign in',
  body: '开始\n',
};
const assigned = (fields: string): object => ({ assignee: person('bob', fields), assignees: [person('bob', fields)] });
const commented = (number: number): object => ({
  ...{ id: 6_000 + number, body: 'Seen.', created_at: '2026-03-02T09:00:00Z', updated_at: '2026-03-02T09:00:00Z' },
  ...{ user: user('alice'), target: { issue: { id: 3_000 + number, number, title: '' } } },
});
const found = numbered('alice', 'login name');
const notice = (id: string, unread: boolean, type: string, content: string): object => ({
  ...{ id, content, type, unread, update_at: time(5), html_url: issuePage, actor: found },
  repository: { id: 501, full_name: 'alice/website', human_name: 'alice / Website', url: `${host}/alice/website` },
});
const failed = { error_code: 500, error_code_name: 'FAIL', trace_id: sha(7).slice(8) };

const issues: Readonly<Record<string, readonly Form[]>> = {
  issue: [
    answered('issues.get', {
      ...{ ...issue, ...dates(), finished_at: '', user: user('alice', ' avatar_url') },
      ...{ ...assigned('id login object_id name html_url'), milestone, visibility_reason: 'public' },
      repository: {
        ...{ id: 501, full_name: 'alice/website', path: 'website', name: 'Website', description: 'A website.' },
        ...{ ...dates(), assigner: {}, paas: '' },
      },
      ...{ labels: [label('triaged', dates())], issue_state: 'TODO', comments: 3, priority: 0, issue_type: 'Bug' },
      issue_state_detail: detail('TODO', { serial: 0 }),
      issue_type_detail: detail('Bug', { is_system: false }),
      issue_priority_detail: detail('无优先级', {}),
    }),
    answered('issues.create', {
      ...{
        ...issue,
        ...dates(),
        finished_at: '',
        user: user('alice'),
        ...assigned('id login object_id name html_url'),
      },
      ...{ issue_state: '待办的', priority: 0, issue_state_detail: { title: '待办的', serial: 0 } },
    }),
    refused('issues.edit', 400, 'state must be one of reopen, close', { error_code: 400 }),
  ],
  'user-issues': [
    answered('inbox.issues', [
      {
        ...{
          ...issue,
          ...dates(),
          user: { ...person('erik', 'object_id login name'), id: '40019' },
          labels: [label('CVE')],
        },
        assignee: person('bob', 'avatar_url html_url id object_id login name type'),
        assignees: [person('bob', 'html_url id object_id login name type')],
        repository: {
          ...{ ...website, url: `${host}/alice/website`, assigner: {}, paas: '' },
          namespace: { id: 31, type: 'enterprise', name: 'globex', path: 'globex', html_url: `${host}/globex` },
        },
        ...{ comments: 3, priority: 1, depth: 0, parent_id: 0, visibility_reason: 'public' },
        issue_state_detail: detail('待办的', { serial: 0 }),
        issue_type_detail: detail('Bug', { is_system: false }),
        issue_priority_detail: detail('无优先级', {}),
      },
    ]),
  ],
  'issue-comments-repository': [
    {
      ...answered('inbox.comments', [commented(8), commented(7)]),
      headers: { total_count: '3', total_page: '2' },
    },
    answered('inbox.comments', [
      {
        ...{ id: 6_009, body: 'x', user: user('alice'), created_at: null, updated_at: null },
        target: { issue: { id: 3_007, nubmer: 7, title: 'A page' } },
      },
    ]),
  ],
  'issue-operate-logs': [
    answered(
      'issueEvents.list',
      ['title', 'milestone', 'label'].map((action_type, at) => ({
        ...{ id: 81_000 - at, user: person('alice', 'html_url id login name'), content: `changed ${action_type}` },
        ...{ created_at: time(at), action_type, update_at: time(at), issue_id: '3003' },
      })),
    ),
  ],
};

const namespace = { id: 31, name: 'erik', path: 'erik' };
const fork = {
  id: 502,
  full_name: 'erik/website',
  human_name: 'erik / Website',
  url: `${host}/api/v5/repos/erik/website`,
};
const parent = { full_name: 'alice/website', human_name: 'alice / Website' };
const access = (scope: string, id: number, actions: Readonly<Record<string, boolean>>): object => ({
  ...{ resource_id: id, name: scope, cn_name: '名称', scope },
  actions: Object.entries(actions).map(([action, selected], at) => ({
    ...{ permission_id: id * 10 + at, action, name: action, cn_name: '名称', selected },
  })),
});
const poorBranch = (ref: string | null, more: object): object => ({
  ...{ ref, sha: ref === null ? null : sha(3), repo: { path: 'website', name_space: { path: 'alice' }, ...more } },
});

export const records: Readonly<Record<string, readonly Form[]>> = {
  ...issues,
  notifications: [
    answered('inbox.notifications', {
      total: 2,
      list: [
        notice('n1', true, 'merge_requests_open', '[erik] opened it'),
        notice('n2', false, 'issue_open', '有人提交了'),
      ],
    }),
    answered('inbox.notifications', { list: [] }),
    answered('inbox.markRead'),
    refused('inbox.notifications', 500, '系统错误', failed),
  ],
  'org-lists': [
    answered('inbox.organizationPulls', [
      {
        ...{ id: 4_042, html_url: `${host}/alice/website/pull/42`, number: 42, url: `${api}/pulls/42`, state: 'open' },
        ...{
          assignees_number: 0,
          assignees: [],
          testers_number: 0,
          testers: [],
          mergeable: null,
          can_merge_check: false,
        },
        head: poorBranch('patch-1', { assigner: person('erik', 'login') }),
        base: poorBranch(null, {}),
      },
    ]),
    answered('inbox.organizationIssues', [
      {
        ...{ ...issue, comments: 0, ...dates(), labels: [], priority: 0, parent_id: 0 },
        repository: { ...website, url: `${host}/alice/website` },
      },
    ]),
  ],
  'self-permission': [
    answered('gates.selfPermission', {
      role_info: { role_uuid: '5e5e-0001', name: 'Developer', cn_name: '开发者', roles_type: 1, access_level: 30 },
      resource_trees: [
        access('repo', 2, { fork: true, setting: false }),
        access('pr', 12, { create: true, merge: false, review: true }),
      ],
    }),
    refused('gates.selfPermission', 500, '系统错误', failed),
  ],
  forks: [
    answered(
      'forks.create',
      {
        ...fork,
        namespace: {
          ...{
            ...namespace,
            develop_mode: 'normal',
            cell: 'default',
            kind: 'user',
            full_path: 'erik',
            full_name: 'erik',
          },
          ...{ visibility_level: 20, enable_file_control: 0 },
        },
      },
      201,
    ),
    answered('forks.list', [
      {
        ...{
          ...fork,
          namespace: { ...namespace, type: 'user', html_url: `${host}/erik` },
          description: '',
          status: '开始',
        },
        ...{ ...dates(), pushed_at: time(3), owner: numbered('erik', 'login name'), private: 0, public: 1 },
        parent: { ...parent, url: api },
      },
    ]),
    answered('repositories.get', {
      ...{ id: 502, full_name: 'erik/website', path: 'website', fork: true, parentfull_name: 'alice/website', parent },
      default_branch: 'main',
    }),
    answered('forks.sync', { repo_sync_result: true }),
    answered('forks.sync', { repo_sync_result: false }),
    refused('forks.sync', 403, 'Sync too frequently, please try again later'),
  ],
  history: [
    answered('issueBranches.list', ['issue-3', 'sign-in']),
    answered('issueBranches.set', ['issue-3']),
    answered('GET /pulls/{number}/user_reactions', [
      { id: '7', emoji: '🎉', emoji_name: 'party', user: person('bob', 'login name object_id avatar_url') },
    ]),
    answered('GET /issues/{number}/modify_history', [
      {
        ...{ id: '4', content: 'An older text', created: true, deleted: false, ...dates() },
        ...{ user: person('alice', 'login name object_id'), updated_user: person('alice', 'login name object_id') },
      },
    ]),
  ],
  uploads: [
    answered('uploads.picture', { success: 1, path: '/uploads/a.png', full_path: `${host}/raw/uploads/a.png` }, 201),
    answered('uploads.file', { success: true, path: '/uploads/a.txt', full_path: `${host}/raw/uploads/a.txt` }, 201),
    answered('releaseFiles.remove', undefined, 204),
  ],
  errors: [
    refused('repositories.get', 404, 'Project not found:alice%2Fnone', {
      ...failed,
      error_code: 404,
      error_code_name: 'UN_KNOW',
    }),
    refused('users.self', 404, '404, token not found', { ...failed, error_code: 404, error_code_name: 'error' }),
    refused('issues.get', 400, '参数类型错误', { ...failed, error_code: 400, error_code_name: 'BAD_REQUEST' }),
    refused('issues.get', 400, '参数 :number 类型错误', {
      ...failed,
      error_code: 1000,
      error_code_name: 'PARAMETER_ERROR',
    }),
    refused('labels.list', 403, 'CH.00000403 apig token has not permission to request url', {
      ...{ ...failed, error_code: 403, error_code_name: 'UN_KNOW' },
    }),
    refused('pullRequestComments.get', 400, 'Orchestration error: Invalid path parameter: note_id, number required'),
    { ...answered('repositories.get', '<html><body>no</body></html>', 418), headers: { 'content-type': 'text/html' } },
  ],
};
