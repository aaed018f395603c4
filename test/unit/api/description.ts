/**
 * The inputs of every operation as the description names them: `*` required, `?` no token needed, [a,b] the values.
 * Written from the description, not from the table that it is compared with.
 */
export const description = `
GET /users/{username} ?
GET /user
GET /emails
GET /users/{username}/events Q year next
GET /users/{username}/repos Q type[owner,personal,member,all] sort[created,updated,pushed,full_name] direction[asc,desc] page per_page
POST /user/repos B name* description has_issues has_wiki auto_init gitignore_template license_template path private default_branch
GET /user/repos Q visibility[public,private,all] affiliation[owner,collaborator,organization_member,enterprise_member,admin] type[owner,personal,member,public,private] sort[created,updated,pushed,full_name] direction[asc,desc] q page per_page
GET /repos/{owner}/{repo}
POST /user/keys B key* title*
DELETE /user/keys/{id}
GET /user/keys/{id}
GET /users/{username}/orgs Q page per_page
GET /users/orgs Q page per_page admin
GET /orgs/{org}
GET /orgs/{org}/members/{username}
GET /orgs/{org}/members Q page per_page role[all,admin,member]
DELETE /orgs/{org}/memberships/{username}
POST /orgs/{org}/memberships/{username}
GET /user/memberships/orgs/{org}
GET /orgs/{org}/repos Q type[all,public,private] page per_page
POST /orgs/{org}/repos B name* description homepage has_issues has_wiki can_comment public[0,1,2] private auto_init gitignore_template license_template path default_branch
GET /orgs/{owner}/followers Q page per_page
GET /orgs/{org}/issue/extend/settings
GET /enterprises/{enterprise}/members/{username}
GET /enterprises/{enterprise}/members Q page per_page role[all,admin,member]
GET /repos/{owner}/{repo}/git/trees/{sha} Q page per_page recursive[0,1]
GET /repos/{owner}/{repo}/contents/{path} Q ref
GET /repos/{owner}/{repo}/file_list Q ref_name file_name
POST /repos/{owner}/{repo}/contents/{path} B content* message* branch author[name] author[email] committer[name] committer[email]
PUT /repos/{owner}/{repo}/contents/{path} B content* sha* message* branch author[name] author[email]
DELETE /repos/{owner}/{repo}/contents/{path} B sha* message* branch
GET /repos/{owner}/{repo}/git/blobs/{sha}
GET /repos/{owner}/{repo}/languages
GET /repos/{owner}/{repo}/contributors Q type[committers,authors]
PUT /repos/{owner}/{repo}/module/setting B has_wiki has_issue has_security has_merge_request has_fork has_analysis has_discussion
PATCH /repos/{owner}/{repo} B name* description homepage path private default_branch lfs_enabled
PUT /repos/{owner}/{repo}/reviewer B assignees testers assignees_number testers_number
PUT /org/{org}/repo/{repo}/status B status*[0,2] password*
POST /org/{org}/projects/{repo}/transfer B transfer_to* password*
GET /repos/{owner}/{repo}/transition
GET /repos/{owner}/{repo}/branches Q sort[name,updated] direction[asc,desc] page per_page
POST /repos/{owner}/{repo}/branches B refs* branch_name*
GET /repos/{owner}/{repo}/branches/{branch}
PUT /repos/{owner}/{repo}/branches/setting/new B wildcard* pusher* merger*
PUT /repos/{owner}/{repo}/branches/{wildcard}/setting B pusher* merger*
DELETE /repos/{owner}/{repo}/branches/{wildcard}/setting
GET /repos/{owner}/{repo}/protect_branches
GET /repos/{owner}/{repo}/tags Q page per_page
POST /repos/{owner}/{repo}/tags B refs* tag_name* tag_message
GET /repos/{owner}/{repo}/protected_tags Q page per_page
GET /repos/{owner}/{repo}/protected_tags/{tag_name}
POST /repos/{owner}/{repo}/protected_tags B name* create_access_level[0,30,40]
PUT /repos/{owner}/{repo}/protected_tags B name* create_access_level*[0,30,40]
DELETE /repos/{owner}/{repo}/protected_tags/{tag_name}
PUT /repos/{owner}/{repo}/collaborators/{username} B permission
DELETE /repos/{owner}/{repo}/collaborators/{username}
GET /repos/{owner}/{repo}/collaborators Q page per_page
GET /repos/{owner}/{repo}/collaborators/{username}
GET /repos/{owner}/{repo}/collaborators/{username}/permission
POST /repos/{owner}/{repo}/releases B tag_name* name* body* target_commitish release_status[pre,latest]
PATCH /repos/{owner}/{repo}/releases/{tag} ? B tag_name* name* body*
GET /repos/{owner}/{repo}/releases/{tag}/upload_url Q file_name*
GET /repos/{owner}/{repo}/releases ?
GET /repos/{owner}/{repo}/releases/latest Q type[updated,latest]
GET /repos/{owner}/{repo}/releases/{tag} Q temp_download_url
GET /repos/{owner}/{repo}/releases/tags/{tag} ?
GET /repos/{owner}/{repo}/releases/{tag}/attach_files/{file_name}/download
POST /repos/{owner}/issues B repo* title* body assignee milestone labels security_hole
PATCH /repos/{owner}/issues/{number} B repo* title* body state[reopen,close] assignee milestone labels security_hole
GET /repos/{owner}/{repo}/issues/{number}
GET /repos/{owner}/{repo}/issues Q state[open,closed,all] labels sort[created,updated] direction[asc,desc] since created_at created_after created_before updated_after updated_before milestone assignee creator page per_page
GET /repos/{owner}/{repo}/issues/{number}/comments ? Q page per_page order[asc,desc] since
GET /repos/{owner}/{repo}/milestones ? Q state[open,closed,all] sort[due_on] direction[asc,desc] page per_page
GET /repos/{owner}/{repo}/milestones/{number} ?
POST /repos/{owner}/{repo}/milestones ? B title* description due_on*
PATCH /repos/{owner}/{repo}/milestones/{number} ? B title* state[open,closed,all] description due_on*
DELETE /repos/{owner}/{repo}/milestones/{number} ?
GET /search/users Q q* page per_page sort[joined_at] order[asc,desc]
GET /search/issues Q q* page per_page sort[created_at,last_push_at] order[asc,desc] repo state[open,closed]
GET /search/repositories Q q* page per_page sort[last_push_at,stars_count,forks_count] order[asc,desc] owner fork language
GET /repos/{owner}/{repo}/hooks ? Q page per_page
POST /repos/{owner}/{repo}/hooks ? B url* encryption_type[0,1] password push_events tag_push_events issues_events note_events merge_requests_events
GET /repos/{owner}/{repo}/hooks/{id} ?
PATCH /repos/{owner}/{repo}/hooks/{id} ? B url* encryption_type[0,1] password push_events tag_push_events issues_events note_events merge_requests_events
DELETE /repos/{owner}/{repo}/hooks/{id} ?
POST /repos/{owner}/{repo}/hooks/{id}/tests ?
`;

/**
 * The same for the operations that only some hosts have, as the public documentation of the live service names them.
 * `B=`: the whole body is the list of the one input.
 */
export const optionalDescription = `
GET /repos/{owner}/{repo}/pulls Q state[open,closed,merged,locked,all] base since direction[asc,desc] sort[created,updated] milestone_number labels author assignee reviewer merged_after merged_before created_after created_before updated_before updated_after page per_page
POST /repos/{owner}/{repo}/pulls B assignees base* body close_related_issue draft fork_path head* issue labels milestone_number prune_source_branch squash squash_commit_message testers title*
GET /repos/{owner}/{repo}/pulls/{number}
PATCH /repos/{owner}/{repo}/pulls/{number} B base body close_related_issue draft labels milestone_number state[open,closed,reopen,close] title
GET /repos/{owner}/{repo}/pulls/{number}/files
GET /repos/{owner}/{repo}/pulls/{number}/commits Q page per_page
GET /repos/{owner}/{repo}/pulls/{number}/merge
PUT /repos/{owner}/{repo}/pulls/{number}/merge B description force_merge merge_method[merge,squash,rebase] title
GET /repos/{owner}/{repo}/pulls/{number}/issues Q page per_page
POST /repos/{owner}/{repo}/pulls/{number}/issues B= issues*
DELETE /repos/{owner}/{repo}/pulls/{number}/issues B= issues*
GET /repos/{owner}/{repo}/pulls/{number}/labels
POST /repos/{owner}/{repo}/pulls/{number}/labels B= labels*
PUT /repos/{owner}/{repo}/pulls/{number}/labels B= labels*
DELETE /repos/{owner}/{repo}/pulls/{number}/labels/{name}
GET /repos/{owner}/{repo}/pulls/{number}/operate_logs Q sort[asc,desc] page per_page
POST /repos/{owner}/{repo}/pulls/{number}/assignees B assignees*
DELETE /repos/{owner}/{repo}/pulls/{number}/assignees Q assignees
POST /repos/{owner}/{repo}/pulls/{number}/testers B add testers*
PATCH /repos/{owner}/{repo}/pulls/{number}/assignees B reset_all*
POST /repos/{owner}/{repo}/pulls/{number}/reviewers B add reviewers*
DELETE /repos/{owner}/{repo}/pulls/{number}/reviewers B reviewers*
GET /repos/{owner}/{repo}/pulls/{number}/option_reviewers
DELETE /repos/{owner}/{repo}/pulls/{number}/testers B testers*
PATCH /repos/{owner}/{repo}/pulls/{number}/testers B reset_all*
GET /repos/{owner}/{repo}/pulls/option_testers
GET /repos/{owner}/{repo}/collaborators/self-permission
GET /repos/{owner}/{repo}/pull_request_settings
POST /repos/{owner}/{repo}/pulls/{number}/review B force
POST /repos/{owner}/{repo}/pulls/{number}/test B force
GET /repos/{owner}/{repo}/issues/{number}/pull_requests Q mode
GET /repos/{owner}/{repo}/pulls/{number}/comments Q direction comment_type[diff_comment,pr_comment] page per_page
POST /repos/{owner}/{repo}/pulls/{number}/comments B body* path position position_type[text,binary] line new_line start_line end_line
GET /repos/{owner}/{repo}/pulls/comments/{id}
PATCH /repos/{owner}/{repo}/pulls/comments/{id} B body*
DELETE /repos/{owner}/{repo}/pulls/comments/{id}
POST /repos/{owner}/{repo}/pulls/{number}/discussions/{discussion_id}/comments B body*
PUT /repos/{owner}/{repo}/pulls/{number}/comments/{discussion_id} B resolved*
GET /api/v4/projects/{owner}%2F{repo}/merge_requests/{number}/discussions Q page per_page
POST /repos/{owner}/{repo}/issues/{number}/comments B body*
GET /repos/{owner}/{repo}/issues/comments/{id}
PATCH /repos/{owner}/{repo}/issues/comments/{id} B body*
DELETE /repos/{owner}/{repo}/issues/comments/{id}
GET /repos/{owner}/issues/{number}/operate_logs Q repo*
GET /repos/{owner}/{repo}/issues/{number}/related_branches
PUT /repos/{owner}/{repo}/issues/{number}/related_branches B branch_names*
POST /repos/{owner}/{repo}/forks B organization name path
GET /repos/{owner}/{repo}/forks Q sort[newest,oldest,stargazers] created_after created_before page per_page
PUT /repos/{owner}/{repo}/sync_repo B branch* force*
GET /user/pulls Q created_after created_before direction[asc,desc] labels page per_page scope[created_by_me,assigned_to_me,need_my_approve,need_my_review] sort[created,updated,merged_at] source_branch state[open,closed,locked,merged,all] target_branch updated_after updated_before
GET /user/issues Q created_at direction[asc,desc] filter[assigned,created,all] finished_at labels page per_page since sort[created,updated_at] state[open,progressing,closed,rejected]
GET /repos/{owner}/{repo}/notifications Q before page per_page since unread
PUT /repos/{owner}/{repo}/notifications Q ids* B ids*
GET /repos/{owner}/{repo}/issues/comments Q direction[asc,desc] page per_page since sort[created,updated]
GET /orgs/{org}/issues Q created_at direction[asc,desc] filter[assigned,created,all] labels page per_page search sort[created,updated_at] state[open,progressing,closed,rejected]
GET /org/{org}/pull_requests Q author base created_after created_before direction[asc,desc] page per_page search sort[created,updated] state[open,closed,merged,all] updated_after updated_before
GET /repos/{owner}/{repo}/commits Q sha path author since until page per_page
GET /repos/{owner}/{repo}/commits/{sha} Q show_diff
GET /repos/{owner}/{repo}/compare/{base}...{head} Q straight suffix
DELETE /repos/{owner}/{repo}/branches/{name}
DELETE /repos/{owner}/{repo}/tags/{tag_name}
POST /repos/{owner}/{repo}/img/upload B file_name* body*
POST /repos/{owner}/{repo}/file/upload B file*
DELETE /repos/{owner}/{repo}/releases/{tag}/attach_files/{attach_file_id}
GET /repos/{owner}/{repo}/labels Q page per_page
POST /repos/{owner}/{repo}/labels B name* color
PATCH /repos/{owner}/{repo}/labels/{original_name} Q name color
DELETE /repos/{owner}/{repo}/labels/{name}
GET /user/keys Q page per_page
GET /api/v8/repos/{owner}/{repo}/actions/runs Q branch page per_page pull_request_id status workflow_id
GET /api/v8/repos/{owner}/{repo}/actions/runs/{run_id}
GET /api/v8/repos/{owner}/{repo}/actions/runs/{run_id}/jobs Q page per_page
GET /api/v8/repos/{owner}/{repo}/actions/runs/{run_id}/jobs/{job_id}/download_log
GET /api/v8/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts Q page per_page
GET /api/v8/repos/{owner}/{repo}/actions/artifacts/{id}
GET /api/v8/repos/{owner}/{repo}/actions/artifacts/{id}/zip
DELETE /api/v8/repos/{owner}/{repo}/actions/artifacts/{id}
GET /api/v8/repos/{owner}/{repo}/actions/workflows Q page per_page
POST /api/v8/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches B ref* inputs
POST /api/v8/repos/{owner}/{repo}/actions/workflows/validate B base64_content*
GET /repos/{owner}/{repo}/merge_requests/{number}/pipeline Q type page per_page
`;
