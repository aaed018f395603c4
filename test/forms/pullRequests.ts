import { answered, api, dates, host, label, numbered, person, refused, sha, time, type Form } from './kit.ts';

const git = (owner: string): string => `${host}/${owner}/website.git`;
const page = `${host}/alice/website/merge_requests/42`;
const shortUser = (login: string): object => person(login, 'id login name avatar_url html_url');
const owner = (login: string, more = ''): object => person(login, `id login name state email name_cn html_url${more}`);
const dated = (name: string, more: object = {}): object => label(name, { repository_id: 501, ...dates(), ...more });
const refs = { base_sha: sha(1), head_sha: sha(3), start_sha: sha(2) };

const passed = (names: string): object => Object.fromEntries(names.split(' ').map((name) => [`${name}_passed`, true]));
const conditions =
  'conflict branch_missing non_ff mr_state work_in_progress resolve_discussion ci_state merge_by_self approval_reviewers_required approval_approvers_required approval_testers_required all_depend_merge_request_merged';
const mergeableState = {
  ...{ merge_request_id: 4_042, state: false, status_without_user_auth: true, ...passed(conditions) },
  ...{ merged_by_user_passed: false, can_force_merge: false, check_tasks_num: 0 },
  ...{ approval_approvers_result: 2, approval_testers_result: 2 },
  merge_request_switch: {
    ...{ review_mode: 'approval', merge_method: 'merge', only_allow_merge_if_all_discussions_are_resolved: true },
    ...{ disable_merge_by_self: true, only_allow_merge_if_pipeline_succeeds: false, disable_squash_merge: false },
    ...{ squash_merge_with_no_merge_commit: true, approval_required_reviewers_count: 0, can_reopen: true },
    ...{ approval_required_reviewers_branch: '*', add_notes_after_merged: true, mark_auto_merged_mr_as_closed: false },
    can_force_merge: false,
  },
  reason: { merged_by_user_passed: 'You have no permission to push here.' },
};

const branch = (login: string, ref: string, at: number): object => ({
  ...{ ref, sha: sha(at), label: ref },
  repo: {
    ...{ path: 'website', name: 'Website', namespace: { path: login }, full_name: `${login}/website` },
    html_url: git(login),
  },
});
const times = { created_at: time(0), updated_at: time(90), closed_at: '', merged_at: '' };
const single = [
  answered('pullRequests.get', {
    ...{ id: 4_042, html_url: page, number: 42, state: 'open', title: 'Search in titles too', ...times },
    ...{ url: `${api}/pulls/42`, issue_url: `${api}/pulls/42/issues`, body: 'Found while reading.\n\n- [ ] tests\n' },
    ...{ assignees_number: 0, assignees: [], testers: [], approval_reviewers: [] },
    ...{ labels: [dated('needs-squash'), dated('build-passed')], draft: false, can_merge_check: false },
    ...{ prune_branch: false, mergeable: true, user: shortUser('erik'), visibility_reason: 'public' },
    ...{ head: { ...branch('erik', 'patch-1', 3), user: shortUser('erik') }, base: branch('alice', 'main', 2) },
    ...{ mergeable_state: mergeableState, close_related_issue: false },
  }),
  answered('pullRequests.get', {
    ...{ id: 4_042, number: 42, state: 'open', title: 'Search in titles too', ...times, draft: false },
    assignees_number: 1,
    assignees: [{ ...person('bob', 'id login name html_url'), assignee: true, code_owner: true, accept: true }],
    approval_reviewers: [
      { ...person('xiaoming', 'id login name html_url'), assignee: true, code_owner: false, accept: false },
    ],
    testers: [{ ...person('alice', 'id login name html_url'), code_owner: false, accept: false }],
    milestone: { number: 9_001, title: '1.2', description: '', state: 'active', ...dates() },
  }),
];

const listedBranch = (login: string, ref: string, at: object, more: string): object => ({
  ...{ label: ref, ref, ...at, user: owner(login, more) },
  repo: {
    ...{ id: 501, full_path: `${login}/website`, full_name: `${login}/website`, human_name: `${login} / Website` },
    ...{ name: 'Website', path: 'website', description: 'A website.', owner: owner(login, more), internal: false },
    ...('sha' in at ? { assigner: owner(login) } : {}),
    html_url: git(login),
  },
});
const listed = (number: number, state: string): object => ({
  ...{ number, iid: number, id: 4_000 + number, html_url: page, url: `${api}/pulls/${number}`, web_url: page },
  ...{ close_related_issue: 0, draft: false, assignees: [], testers: [], assignees_number: 0, testers_number: 0 },
  ...{ project_id: 501, source_project_id: 502, title: 'Search in titles too', body: 'Found while reading.\n', state },
  user: person('erik', 'id user_id object_id login name state email name_cn html_url'),
  ...{ ...times, target_branch: 'main', source_branch: 'patch-1', merge_request_type: 'MergeRequest', diff_refs: refs },
  ...{ added_lines: 12, removed_lines: 2, notes: 4, source_git_url: 'git@local.test:erik/website.git' },
  ...{ mergeable: true, locked: false, visibility_reason: 'public' },
});

const created = {
  ...{ id: 4_045, iid: 45, number: 45, project_id: 501, title: '[WIP]Begin', description: 'A try', state: 'opened' },
  ...{ ...dates(), target_branch: 'main', source_branch: 'topic', squash_commit_message: 'words', squash: true },
  author: numbered('alice', 'name username iam_id state email name_cn web_url nick_name'),
  ...{ source_project_id: 501, target_project_id: 501, labels: [dated('bug')], work_in_progress: true },
  ...{ merge_status: 'unchecked', sha: sha(5), should_remove_source_branch: false, force_remove_source_branch: true },
  ...{
    web_url: `${host}/alice/website/merge_requests/45`,
    merge_request_type: 'MergeRequest',
    review_mode: 'approval',
  },
  ...{ is_source_branch_exist: true, approval_merge_request_reviewers: [], approval_merge_request_approvers: [] },
  ...{ approval_merge_request_testers: [], added_lines: 1, removed_lines: 0, changes_count: '1', diff_refs: refs },
  source_project: {
    ...{ id: 501, name: 'website', path_with_namespace: 'alice/website', default_branch: 'main' },
    main_repository_language: [null, null],
  },
  ...{ user: {}, notes: 0, user_notes_count: 0, unresolved_discussions_count: 0, e2e_issues: [], gate_check: true },
  ...{ pipeline_status: '', codequality_status: 'success', from_forked_project: false, can_delete_source_branch: true },
  source_git_url: 'git@local.test:alice/website.git',
};

const file = (path: string, isNew: boolean): object => ({
  ...{
    sha: sha(3),
    filename: path,
    ...(isNew ? { status: 'added' } : {}),
    additions: 2,
    deletions: 1,
    blob_id: sha(6),
  },
  ...{ blob_url: `${host}/alice/website/blob/${sha(3)}/${path}`, raw_url: `${host}/raw/${sha(3)}/${path}` },
  patch: {
    ...{
      diff: '@@ -1,2 +1,3 @@\n one\n-two\n+2\n+3\n',
      old_path: path,
      new_path: path,
      a_mode: isNew ? '0' : '100644',
    },
    ...{ b_mode: '100644', new_file: isNew, renamed_file: false, deleted_file: false, too_large: false },
    ...{ added_lines: 2, removed_lines: 1 },
  },
  ...{ target_branch: 'main', source_branch: 'patch-1' },
  source_project: { id: 502, full_name: 'erik/website', human_name: 'erik / Website', path: 'website' },
  target_project: { id: 501, full_name: 'alice/website', human_name: 'alice / Website', path: 'website' },
});

const rowOf = (line_content: string): object => ({ line_content, old_line: '...', new_line: '...', type: 'match' });
const numbers = (line_num: number | string): object => ({ line_code: `${sha(4)}_1_1`, line_num });
const rows = [
  { line_content: ' a = 1', old_line: numbers(1), new_line: numbers(1) },
  { line_content: 'b = 2', old_line: numbers(2), new_line: numbers(''), type: 'old' },
  { line_content: 'b = 3', old_line: numbers(''), new_line: numbers(2), type: 'new' },
];

const candidate = (login: string): object => numbered(login, 'login name object_id');
const signature = { name: 'Erik', email: 'erik@example.org' };
const unread = 'Error while extracting response for type [class com.example.Answer]';

const settings = {
  ...{ approval_required_reviewers_enable: true, approval_required_reviewers: 1, merge_method: 'merge' },
  ...{ only_allow_merge_if_all_discussions_are_resolved: true, only_allow_merge_if_pipeline_succeeds: false },
  ...{ disable_merge_by_self: true, can_force_merge: false, add_notes_after_merged: true, can_reopen: true },
  ...{ mark_auto_merged_mr_as_closed: false, delete_source_branch_when_merged: false, disable_squash_merge: false },
  ...{ auto_squash_merge: false, squash_merge_with_no_merge_commit: true, merged_commit_author: 'submitter' },
  ...{ approval_required_approvers: 1, approval_approver_ids: '40018', approval_tester_ids: '' },
  ...{ approval_required_testers: 0, is_check_cla: false, is_allow_lite_merge_request: false },
  ...{
    lite_merge_request_prefix_title: '',
    close_issue_when_mr_merged: true,
    forbidden_pr_related_issue_closed: false,
  },
};
const nested = {
  ...{ id: 1, project_id: 501, approval_required_reviewers: 0, approval_required_approvers: 1 },
  ...{
    approval_required_testers: 0,
    approval_testers: [],
    disable_merge_by_self: 1,
    can_force_merge: 0,
    can_reopen: true,
  },
  approval_approvers: [numbered('bob', 'username name state web_url')],
};

export const pullRequests: Readonly<Record<string, readonly Form[]>> = {
  pull: single,
  pulls: [
    answered('pullRequests.list', [
      {
        ...{ ...listed(42, 'open'), prune_branch: true, can_merge_check: false, force_remove_source_branch: true },
        ...{ labels: [dated('cla/yes', { title: 'cla/yes' })] },
        ...{
          head: listedBranch('erik', 'patch-1', { sha: sha(3) }, ''),
          base: listedBranch('alice', 'main', { sha: sha(2) }, ''),
        },
      },
    ]),
    answered('GET /pulls?only_count', { all: 7, opened: 3, closed: 1, merged: 3, locked: 0 }),
    refused('pullRequests.list', 400, 'direction is required', { error_code: 400, error_code_name: 'BAD_REQUEST' }),
  ],
  'user-pulls': [
    answered('inbox.pulls', [
      {
        ...{ ...listed(43, 'closed'), labels: [], closed_at: time(50) },
        closed_by: numbered('erik', 'name username iam_id nick_name state avatar_url email name_cn web_url'),
        head: listedBranch('erik', 'patch-1', {}, ' avatar_url'),
        base: listedBranch('erik', 'main', {}, ' avatar_url'),
      },
    ]),
  ],
  'pull-writes': [
    answered('pullRequests.create', created),
    answered('pullRequests.edit', { title: 'Begin', body: 'Another try', state: 'opened', ...dates() }),
    answered('pullRequests.edit', {
      error_code: 200,
      error_code_name: 'OK',
      error_message: unread,
      trace_id: sha(7).slice(8),
    }),
    answered('pullRequests.merge', { sha: sha(8), merged: true, message: '已合并' }),
    refused('pullRequests.approve', 400, 'Merge request author cannot operate their own merge request', {
      error_code: 400,
    }),
  ],
  'pull-roles': [
    answered('pullRequests.addAssignees', { assignees_number: 1 }),
    answered('pullRequests.removeAssignees', undefined, 204),
    answered('pullRequests.addReviewers', [candidate('bob')]),
    answered('pullRequests.removeReviewers', []),
    answered('pullRequests.addTesters', [numbered('bob', 'login name')]),
    answered('pullRequests.removeTesters', []),
    answered('pullRequests.optionReviewers', [candidate('bob'), candidate('alice')]),
    answered('pullRequests.optionTesters', [candidate('bob')]),
  ],
  'pull-files': [
    {
      ...answered('pullRequests.files', [file('config/site.ini', false), file('src/search.ts', true)]),
      headers: { total_added_lines: '4', total_removed_lines: '2' },
    },
  ],
  'pull-files-json': [
    answered('GET /pulls/{number}/files.json', {
      ...{ code: 0, added_lines: 4, remove_lines: 1, count: 1, diff_refs: refs },
      diffs: [
        {
          new_blob_id: sha(6),
          statistic: { type: 'text_type', path: 'a.ini', old_path: 'a.ini', new_path: 'a.ini', view: false },
          head: { url: `${host}/raw/${sha(3)}/a.ini`, commit_id: sha(3) },
          ...{ added_lines: 1, remove_lines: 1, content: { text: [rowOf('@@ -1,1 +1,1 @@'), ...rows] } },
        },
      ],
    }),
  ],
  'pull-commits': [
    answered('pullRequests.commits', [
      {
        ...{ sha: sha(3), html_url: `${host}/erik/website/commit/${sha(3)}` },
        commit: { author: signature, committer: signature, message: 'Search in titles too\n' },
        ...{ author: shortUser('erik'), committer: shortUser('erik'), parents: { sha: sha(1), shas: [sha(1)] } },
      },
    ]),
  ],
  'pull-request-settings': [
    answered('gates.pullRequestSettings', settings),
    answered('gates.pullRequestSettings', {
      ...{ merge_method: 'merge', only_allow_merge_if_all_discussions_are_resolved: false },
      ...{ only_allow_merge_if_pipeline_succeeds: false, merge_request_setting: nested },
    }),
  ],
  'issue-pulls': [
    answered(
      'pullRequests.ofIssue',
      ['closed', 'open'].map((state, at) => ({
        ...{
          id: 4_050 + at,
          html_url: page,
          diff_url: `${page}.diff`,
          number: 50 + at,
          state,
          title: 'Mend it',
          body: 'For #3',
        },
        ...{ ...dates(), ...(state === 'closed' ? { closed_at: time(70) } : {}), assignees: [], testers: [] },
        ...{ labels: [label('build-failed', dates())], can_merge_check: false },
        head: {
          ...{ ref: 'mend', sha: sha(9), repo: { path: 'website', name: 'Website', full_name: 'erik/website' } },
          assigner: person('erik', 'login name'),
        },
        base: { ref: 'main', sha: sha(2), repo: { path: 'website', name: 'Website', full_name: 'alice/website' } },
      })),
    ),
  ],
};
