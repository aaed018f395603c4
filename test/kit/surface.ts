/** The public commands, without the prefix `sourcehost.`. */
export const surface = `
account.signIn account.signInWithToken account.signOut
blame.toggle
branch.create branch.remove branch.rename branch.show branchRule.create branchRule.edit branchRule.remove
commit.create commit.discard commit.resume
enterprise.members
file.copyPermalink file.open file.openOnWeb file.showHistory file.upload
history.show
host.add host.remove
inbox.markDone inbox.markUnread inbox.snooze
issue.addComment issue.close issue.comments issue.create issue.deleteComment issue.edit issue.editComment issue.editMany issue.open issue.quoteComment issue.reopen issue.show issue.startWork
key.add key.remove key.show
label.create label.edit label.remove
link.open
member.add member.check member.remove member.setPermission
milestone.close milestone.create milestone.edit milestone.open milestone.remove milestone.reopen
organization.inviteMember organization.removeMember organization.show
protectedTag.create protectedTag.edit protectedTag.remove
pullRequest.assignApprovers pullRequest.assignReviewers pullRequest.assignTesters pullRequest.checkOut pullRequest.checkOutInWorktree pullRequest.comment pullRequest.comments pullRequest.compare pullRequest.create pullRequest.deleteComment pullRequest.edit pullRequest.editComment pullRequest.get
pullRequest.list pullRequest.markTested pullRequest.merge pullRequest.open pullRequest.removeWorktree pullRequest.reply pullRequest.resetDecisions pullRequest.resolve pullRequest.review pullRequest.show pullRequest.tryMerge
ref.compare ref.switch
release.create release.download release.edit release.open release.removeAttachment release.showLatest release.upload
repository.archive repository.clone repository.continueLocally repository.copyLink repository.create repository.edit repository.fork repository.syncFork
repository.makeAvailableOffline repository.open repository.removeOffline
repository.openOnWeb repository.pin repository.setModules repository.setReviewers repository.show
repository.showPermissionMode repository.transfer repository.unarchive
run.artifacts run.downloadArtifact run.list run.removeArtifact run.show run.showFailedStep run.showLog
search.issues search.repositories search.text search.users
support.report
tag.create tag.remove
user.show
view.refresh
webhook.create webhook.edit webhook.remove webhook.show webhook.test
workflow.list workflow.run workflow.validate
`
  .trim()
  .split(/\s+/);

const at = { host: 'local', repository: 'alice/website' };
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@example.org';

/** Every command with a change: its required arguments, and the operation that executes it. */
export const writes: readonly (readonly [id: string, args: Readonly<Record<string, unknown>>, operation: string])[] = [
  ['repository.create', { host: 'local', name: 'x', auto_init: true }, 'own.createRepository'],
  ['repository.create', { host: 'local', org: 'acme', name: 'x' }, 'organizations.createRepository'],
  ['repository.fork', { ...at }, 'forks.create'],
  ['repository.syncFork', { ...at, branch: 'main' }, 'forks.sync'],
  ['key.add', { host: 'local', title: 'x', key }, 'keys.create'],
  ['key.remove', { host: 'local', id: 7 }, 'keys.remove'],
  ['organization.removeMember', { host: 'local', org: 'acme', username: 'bob' }, 'organizations.removeMember'],
  ['organization.inviteMember', { host: 'local', org: 'acme', username: 'erik' }, 'organizations.inviteMember'],
  ['repository.setModules', { ...at, has_wiki: true }, 'repositories.setModules'],
  ['repository.edit', { ...at, description: 'x' }, 'repositories.edit'],
  ['repository.setReviewers', { ...at, assignees: ['bob'] }, 'repositories.setReviewers'],
  ['repository.archive', { host: 'local', org: 'acme', repo: 'docs', password: 'demo' }, 'repositories.setStatus'],
  ['repository.unarchive', { ...at, password: 'demo' }, 'repositories.setStatus'],
  [
    'repository.transfer',
    { host: 'local', org: 'acme', repo: 'docs', transfer_to: 'alice', password: 'demo' },
    'repositories.transfer',
  ],
  ['workflow.run', { ...at, workflow_id: 'x', ref: 'main' }, 'workflows.run'],
  ['run.removeArtifact', { ...at, artifact_id: 7 }, 'artifacts.remove'],
  ['branch.create', { ...at, refs: 'main', branch_name: 'x' }, 'branches.create'],
  ['branchRule.create', { ...at, wildcard: 'x', pusher: 'admin', merger: 'admin' }, 'branchRules.create'],
  ['branchRule.edit', { ...at, wildcard: 'x', pusher: 'admin', merger: 'admin' }, 'branchRules.edit'],
  ['branchRule.remove', { ...at, wildcard: 'x' }, 'branchRules.remove'],
  ['tag.create', { ...at, refs: 'main', tag_name: 'x' }, 'tags.create'],
  ['protectedTag.create', { ...at, name: 'x', create_access_level: 40 }, 'protectedTags.create'],
  ['protectedTag.edit', { ...at, name: 'x', create_access_level: 0 }, 'protectedTags.edit'],
  ['protectedTag.remove', { ...at, name: 'x' }, 'protectedTags.remove'],
  ['member.add', { ...at, username: 'newcomer', permission: 'pull' }, 'members.set'],
  ['member.setPermission', { ...at, username: 'bob', permission: 'pull' }, 'members.set'],
  ['member.remove', { ...at, username: 'bob' }, 'members.remove'],
  ['release.create', { ...at, tag_name: 'x', name: 'x', body: 'x' }, 'releases.create'],
  ['release.edit', { ...at, tag: 'TAG', name: 'x' }, 'releases.edit'],
  ['release.upload', { ...at, tag: 'TAG', file: 'FILE' }, 'releases.uploadGrant'],
  ['release.download', { ...at, tag: 'TAG', file_name: 'x.zip', target: 'FILE' }, 'releases.download'],
  ['file.upload', { ...at, file: 'FILE' }, 'uploads.file'],
  ['release.removeAttachment', { ...at, tag: 'v1.1', file_name: 'checksums.txt' }, 'releaseFiles.remove'],
  ['issue.addComment', { ...at, number: 1, body: 'x' }, 'issueComments.create'],
  ['issue.editComment', { ...at, id: 'COMMENT', body: 'x' }, 'issueComments.edit'],
  ['issue.deleteComment', { ...at, id: 'COMMENT' }, 'issueComments.remove'],
  ['label.create', { ...at, name: 'x' }, 'labels.create'],
  ['label.edit', { ...at, name: 'LABEL', color: '#123456' }, 'labels.edit'],
  ['label.remove', { ...at, name: 'LABEL' }, 'labels.remove'],
  ['pullRequest.create', { ...at, title: 'x', head: 'HEAD_BRANCH', base: 'main' }, 'pullRequests.create'],
  ['pullRequest.edit', { ...at, number: 41, title: 'x' }, 'pullRequests.edit'],
  ['pullRequest.merge', { ...at, number: 41 }, 'pullRequests.merge'],
  ['pullRequest.review', { ...at, number: 41 }, 'pullRequests.approve'],
  ['pullRequest.resetDecisions', { ...at, number: 41, role: 'approvers' }, 'pullRequests.resetAssignees'],
  ['pullRequest.markTested', { ...at, number: 41 }, 'pullRequests.markTested'],
  ['pullRequest.assignApprovers', { ...at, number: 41, assignees: ['dave'] }, 'pullRequests.addAssignees'],
  ['pullRequest.assignReviewers', { ...at, number: 41, reviewers: ['dave'] }, 'pullRequests.addReviewers'],
  ['pullRequest.assignTesters', { ...at, number: 41, testers: ['carol', 'dave'] }, 'pullRequests.addTesters'],
  ['pullRequest.comment', { ...at, number: 41, body: 'x' }, 'pullRequestComments.create'],
  ['pullRequest.editComment', { ...at, id: 'PULL_COMMENT', body: 'x' }, 'pullRequestComments.edit'],
  ['pullRequest.deleteComment', { ...at, id: 'PULL_COMMENT' }, 'pullRequestComments.remove'],
  ['pullRequest.reply', { ...at, number: 41, discussion_id: 'DISCUSSION', body: 'x' }, 'pullRequestComments.reply'],
  ['pullRequest.resolve', { ...at, number: 41, discussion_id: 'DISCUSSION' }, 'pullRequestComments.resolve'],
  ['issue.create', { ...at, title: 'x' }, 'issues.create'],
  ['issue.edit', { ...at, number: 1, title: 'x' }, 'issues.edit'],
  ['issue.close', { ...at, number: 2 }, 'issues.edit'],
  ['issue.reopen', { ...at, number: 'CLOSED' }, 'issues.edit'],
  ['milestone.create', { ...at, title: 'x', due_on: '2026-12-31' }, 'milestones.create'],
  ['milestone.edit', { ...at, number: 'MILESTONE', title: 'x' }, 'milestones.edit'],
  ['milestone.close', { ...at, number: 'MILESTONE' }, 'milestones.edit'],
  ['milestone.reopen', { ...at, number: 'MILESTONE' }, 'milestones.edit'],
  ['milestone.remove', { ...at, number: 'MILESTONE' }, 'milestones.remove'],
  ['webhook.create', { ...at, url: 'https://example.org', push_events: true }, 'webhooks.create'],
  ['webhook.edit', { ...at, id: 'HOOK', url: 'https://example.org' }, 'webhooks.edit'],
  ['webhook.remove', { ...at, id: 'HOOK' }, 'webhooks.remove'],
  ['webhook.test', { ...at, id: 'HOOK' }, 'webhooks.test'],
];
