/** A sentence about each command, and what it resolves with. */
interface Words {
  readonly does: string;
  readonly result: string;
}

const nothing = 'nothing';
const address = 'the address';
const where = 'It needs a host with this operation; otherwise it rejects with the kind `unsupported`.';
const commits = 'an array of `{ path, commit?, content? }`, what the service answered for each file';

/** Commands without `sourcehost.`. */
export const words: Readonly<Record<string, Words>> = {
  'account.signIn': { does: 'Signs in, in the browser or with a token.', result: 'the account' },
  'account.signInWithToken': {
    does: 'Signs in with a personal access token. The user is asked for it if `token` is left out.',
    result: 'the account',
  },
  'account.signOut': { does: 'Signs an account out and forgets its token.', result: nothing },
  'blame.showCommit': {
    does: 'Compares a file with its version before the commit of `line`. Without `uri` it takes the file and the line of the cursor. It needs git.',
    result: 'the line: `{ line, sha, author_name, authored_date, message }`',
  },
  'blame.toggle': {
    does: 'Shows the commit of each line of a file, or hides it. Without `uri` it takes the file that is shown. It needs git.',
    result:
      'the lines: `[{ line, sha, author_name, authored_date, message }]`, without `sha` for a line of a draft; with nothing after hiding',
  },
  'branch.create': {
    does: 'Creates a branch. `refs` is the branch, tag or commit that it starts from.',
    result: 'the branch',
  },
  'branch.remove': {
    does: 'Removes a branch, with git or by the API of a host that has the operation. It removes neither the default branch nor a protected one. Drafts of the branch stay.',
    result: nothing,
  },
  'branch.rename': {
    does: 'Renames a branch in one step, with git. `branch_name` is the new name. Its drafts move to the new name.',
    result: 'the branch',
  },
  'branch.show': { does: 'Shows a branch as a read-only document.', result: 'the branch' },
  'branchRule.create': {
    does: 'Protects the branches that a pattern matches. `pusher` and `merger` are `develop`, `admin`, `empty`, or logins joined by `;`.',
    result: 'the rule',
  },
  'branchRule.edit': {
    does: 'Changes the protection of branches. `pusher` and `merger` are as in `branchRule.create`.',
    result: 'the rule',
  },
  'branchRule.remove': { does: 'Removes the protection of branches.', result: nothing },
  'branches.refresh': { does: 'Reads the view Branches again.', result: nothing },
  'draft.carry': {
    does: 'Moves drafts from the branch `ref` to the branch `to`. It sends nothing.',
    result: '`{ ref, paths }` of where they are now',
  },
  'draft.discard': {
    does: 'Discards drafts. Without `paths` it discards all drafts of the branch.',
    result: '`{ ref, paths }`',
  },
  'draft.open': {
    does: 'Opens the drafts of a branch in this window, also offline.',
    result: '`{ ref, paths }`, as far as this window lives on',
  },
  'drafts.refresh': { does: 'Reads the view Drafts again.', result: nothing },
  'change.open': {
    does: 'Opens the difference between a draft and its committed version. `staged` selects the staged content.',
    result: nothing,
  },
  'change.openFile': { does: 'Opens the file of a change.', result: nothing },
  'change.stage': { does: 'Stages changes. Without `paths` it stages all of them.', result: nothing },
  'change.unstage': { does: 'Unstages changes. Without `paths` it unstages all of them.', result: nothing },
  'comment.cancel': {
    does: 'Closes the comment box of an issue and keeps its text. The box runs it.',
    result: nothing,
  },
  'comment.discard': { does: 'Discards the text of the comment box of an issue. The box runs it.', result: nothing },
  'comment.preview': {
    does: 'Shows the text of the comment box of an issue as the host would. The box runs it.',
    result: nothing,
  },
  'comment.save': { does: 'Saves an edited comment of an issue. The box runs it.', result: nothing },
  'comment.send': { does: 'Sends the comment in the box of an issue. The box runs it.', result: nothing },
  'comment.write': { does: 'Opens the comment box of an issue.', result: nothing },
  'commit.create': {
    does: 'Sends drafts: those of `paths`, else the staged ones, else all. With git, several files are one commit; without it, each file is a commit. `{path}` in the message stands for the path, and makes a commit of each file. `author` is `{ name, email }`. Changes that others made meanwhile are merged. Where they cannot be, it rejects with the kind `conflict`, and the files contain conflict markers.',
    result: commits,
  },
  'commit.createAll': { does: 'Does the same as `commit.create`, with staged and unstaged changes.', result: commits },
  'commit.createOnNewBranch': {
    does: 'Creates a branch where `ref` is, moves all drafts there, commits them as `commit.create` does, and switches to the branch.',
    result: commits,
  },
  'commit.createStaged': { does: 'Does the same as `commit.create`, with the staged changes only.', result: commits },
  'commit.discard': {
    does: 'Discards changes. Without `paths` it discards all of them. `staged` selects the staged or the unstaged ones.',
    result: nothing,
  },
  'commit.openMentioned': {
    does: 'Opens the issue or the pull request that the message of a commit mentions, and asks which one if there are several. `folder` is the root of a clone, `sha` the full sha. The hovers of commits in clones run it.',
    result: nothing,
  },
  'commit.resume': { does: 'Continues a commit that did not end.', result: commits },
  'commit.setAuthor': {
    does: 'Sets the author of later commits. If name and email are empty, the account is the author.',
    result: nothing,
  },
  'commit.undoDiscard': { does: 'Restores what was discarded last in this window.', result: nothing },
  'comparison.close': {
    does: 'Closes a comparison in the view History. `base` and `head` are those that were compared. Without them it closes the comparison of the selected row, else the newest one.',
    result: nothing,
  },
  'comparison.openAll': {
    does: 'Opens the differences of all files of a comparison in one editor. It finds the comparison as `comparison.close` does. A program is not asked for the number of files.',
    result: 'the number of opened files',
  },
  'comparison.showAsList': {
    does: 'Lists the files of all comparisons of this window, and of later ones, by their paths.',
    result: nothing,
  },
  'comparison.showAsTree': {
    does: 'Arranges the files of all comparisons of this window, and of later ones, in folders.',
    result: nothing,
  },
  'conflict.compare': {
    does: 'Compares both sides of a conflict. Without `uri` it takes the file that is shown. `line` is any line of the conflict.',
    result: nothing,
  },
  'conflict.next': { does: 'Moves the cursor to the next conflict.', result: nothing },
  'conflict.previous': { does: 'Moves the cursor to the previous conflict.', result: nothing },
  'conflict.resolve': {
    does: 'Resolves the conflict of a whole file with `mine` or `theirs`. Without `side` it asks for it, or shows the file if it can be merged.',
    result: 'whether it is resolved',
  },
  'conflict.takeBoth': { does: 'Takes both sides of a conflict in the text.', result: 'how many conflicts are left' },
  'conflict.takeMine': { does: 'Takes the own side of a conflict in the text.', result: 'how many conflicts are left' },
  'conflict.takeTheirs': {
    does: 'Takes the side of the host of a conflict in the text.',
    result: 'how many conflicts are left',
  },
  'enterprise.members': {
    does: 'Reads the members of an enterprise, and adds a row for it below the account.',
    result: 'the members, at most 1,000',
  },
  'file.copyPermalink': {
    does: 'Copies the web address of a remote file or folder, or of one in a clone, at its commit. `lines` is `[from, to]`. Without `uri` it takes the file that is shown.',
    result: address,
  },
  'file.open': { does: 'Opens a remote file. `path` is relative to the repository.', result: '`{ path, sha, size }`' },
  'file.openOnWeb': {
    does: 'Opens the web page of a remote file or folder, or of one in a clone, at its branch. Without `uri` it takes the file that is shown.',
    result: address,
  },
  'file.showHistory': {
    does: 'Shows the history of a file of a clone, on the branch that its branch follows. Without `uri` it takes the file that is shown. It needs git.',
    result: 'the newest commits, as `history.show`',
  },
  'history.refresh': { does: 'Reads the view History again.', result: nothing },
  'history.show': {
    does: 'Of a branch, or of the file or folder `path`. Renames of a file are followed. Needs git.',
    result:
      'the newest commits, at most `limit` (100): `[{ sha, parents, message, author_name, author_email, authored_date }]`',
  },
  'host.add': {
    does: 'Adds a host. If a host has the same `id` and other values, the user is asked whether it may be replaced, whoever calls.',
    result: 'the host',
  },
  'host.remove': { does: 'Removes a host, and signs its accounts out.', result: nothing },
  'issue.addComment': {
    does: `Writes a comment on an issue. ${where} If the answer to a comment was lost, the comment is looked for before it is sent again. A user may leave out \`body\`, and writes in the box of the issue.`,
    result: 'the comment',
  },
  'issue.deleteComment': {
    does: 'Deletes an own comment on an issue. `number` is the issue, if it is known.',
    result: nothing,
  },
  'issue.editComment': {
    does: 'Changes an own comment on an issue. `number` is the issue, if it is known. A user may leave out `body`, and edits in the issue.',
    result: 'the comment',
  },
  'issue.clearFilter': { does: 'Shows all open issues in the view Issues again.', result: nothing },
  'issue.close': { does: 'Closes an issue. `number` may be an array.', result: 'the issue, or an array' },
  'issue.create': { does: 'Creates an issue. A user fills in a document.', result: 'the issue' },
  'issue.quoteComment': { does: 'Quotes a comment in the comment box of the issue.', result: nothing },
  'issue.createFromComment': {
    does: 'Opens a new issue with the comment in the line of the cursor as its title, and a link to the line.',
    result: nothing,
  },
  'issue.createFromSelection': {
    does: 'Opens a new issue with the selected text, and a link to its lines.',
    result: nothing,
  },
  'issue.createFromTemplate': {
    does: 'Creates an issue from a template of the repository. A blank issue and the links of `config.yml` are offered too. If a template cannot be read, its line is named, and a blank issue opens.',
    result: nothing,
  },
  'issue.edit': {
    does: 'Changes issues. `number` may be an array. Fields that are left out do not change.',
    result: 'the issue, or an array',
  },
  'inbox.markDone': { does: 'Hides an issue in the view Inbox until it is updated again.', result: nothing },
  'inbox.markUnread': {
    does: 'Shows an issue in the view Inbox as new, also if it was done or snoozed.',
    result: nothing,
  },
  'inbox.open': { does: 'Opens an issue of the view Inbox as a document, and marks it as read.', result: 'the issue' },
  'inbox.refresh': {
    does: 'Reads the inbox again in the background, with at most four requests a minute.',
    result: nothing,
  },
  'inbox.snooze': { does: 'Hides an issue in the view Inbox until the day `until`.', result: nothing },
  'issue.editMany': {
    does: 'Changes many issues. It reads each issue, and sends only the fields that differ. While it changes more than 100 issues, it leaves a fifth of the requests of each minute to other work. `milestone` is the number of a milestone (0: none). With `dryRun` it changes nothing, and `changed` tells what would change.',
    result: '`[{ number, changed, error? }]`; `error` is a sentence, and the other issues are changed',
  },
  'issue.filter': { does: 'Selects what the view Issues lists.', result: nothing },
  'issue.group': { does: 'Groups the issues of the view Issues.', result: nothing },
  'issue.open': { does: 'Opens issues as documents. `number` may be an array.', result: 'the issue, or an array' },
  'issue.preview': { does: 'Shows an issue as a page.', result: 'the issue' },
  'issue.reopen': { does: 'Reopens an issue. `number` may be an array.', result: 'the issue, or an array' },
  'issue.saveQuery': { does: 'Saves the filter of the view Issues as a query.', result: nothing },
  'issue.startWork': {
    does: 'Creates a branch from the default branch, assigns the issue to the account, opens the branch, and mentions the issue in its commit message. The name is `branch_name`, else the setting `sourcehost.issues.branchName` makes it. If a remote folder of the repository is open, it switches to the branch; else an open clone checks the branch out; else a folder opens in a new window. It can run again, because an existing branch does not change.',
    result: '`{ branch, steps: [{ step, error? }] }`; the steps are `branch`, `assign`, `open` and `message`',
  },
  'issues.refresh': { does: 'Reads the view Issues again.', result: nothing },
  'item.copyLink': { does: 'Copies the web address of the selected row.', result: 'the text' },
  'item.copyName': { does: 'Copies the name of the selected row.', result: 'the text' },
  'item.copySha': { does: 'Copies the sha of the selected row.', result: 'the text' },
  'item.openOnWeb': { does: 'Opens the web page of the selected row.', result: nothing },
  'item.run': {
    does: 'Runs `command` on the focused row, for keybindings. If the row is selected, the command runs on all selected rows of the same `kind`.',
    result: nothing,
  },
  'key.add': { does: 'Adds an SSH key to the account. `key` is the text of a public key.', result: 'the key' },
  'key.remove': { does: 'Removes an SSH key from the account.', result: nothing },
  'key.show': { does: 'Shows an SSH key of the account.', result: 'the key' },
  'limit.show': {
    does: 'Shows which operations wait for the limit of requests of a host. With `cancel: true` they reject as `cancelled`.',
    result: 'an array of `{ host, seconds, waiting }`, with the operations that wait',
  },
  'label.create': { does: `Creates a label. ${where}`, result: 'the label' },
  'label.edit': { does: `Changes a label. ${where}`, result: 'the label' },
  'label.remove': { does: `Removes a label. ${where}`, result: nothing },
  'pullRequest.assignReviewers': {
    does: 'Sets the reviewers of a pull request. `assignees` are the logins of all of them. Others are removed.',
    result: 'the pull request',
  },
  'pullRequest.assignTesters': {
    does: 'Sets the testers of a pull request. `testers` are the logins of all of them. The API cannot remove one tester: if one is removed, all are replaced. The result has those that the host lists afterwards.',
    result: 'the pull request',
  },
  'pullRequest.checkOut': {
    does: 'Fetches the head of a pull request into the branch `pr/NUMBER` of a clone that is open in this window, and checks it out. `folder` is the clone, if several are open.',
    result: 'the name of the branch',
  },
  'pullRequest.comment': {
    does: 'Writes a comment on a pull request. `path` and `line` select a line of a file. The result tells where the host put the comment. If the answer to a comment was lost, the comment is looked for before it is sent again.',
    result: 'the comment',
  },
  'pullRequest.compare': {
    does: 'Lists the files that a pull request changes in the view History. It starts at the commit that the pull request has in common with its base. `base` is another branch, tag or full sha.',
    result: 'as `ref.compare`',
  },
  'pullRequest.create': {
    does: '`head` is a branch of the repository, or `OWNER:branch` or `OWNER/REPO:branch` of a fork. `base`: the default branch if it is left out. A user without a title gets a document, filled from the commits or the template of the repository; saving it creates the pull request.',
    result: 'the pull request',
  },
  'pullRequest.edit': { does: 'Changes a pull request. `state` is `closed` or `reopen`.', result: 'the pull request' },
  'pullRequest.markTested': { does: 'Tells the host that the account tested a pull request.', result: nothing },
  'pullRequest.merge': {
    does: 'Merges a pull request. With `removeBranch` it then removes the source branch. If that fails, a message says so, and the command does not reject.',
    result: '`{ merged, sha }`',
  },
  'pullRequest.open': {
    does: 'Opens the head of a pull request as a folder. If the account may push to the branch, it opens the branch; otherwise it opens the commit, read-only. In a window with folders it opens a new window.',
    result: 'the address of the folder',
  },
  'pullRequest.tryMerge': {
    does: 'Tries with git 2.38 or newer, without a working copy, whether a pull request merges into the latest commit of its base. With `path` it opens this file with conflicts in the merge editor. What the editor saves by itself does not resolve a conflict.',
    result: '`{ conflicts: [{ path, kind }] }`, empty if it merges without conflicts',
  },
  'thread.deleteComment': {
    does: 'Deletes a comment in a thread of a pull request. The thread runs it.',
    result: nothing,
  },
  'thread.editComment': { does: 'Edits a comment in a thread of a pull request. The thread runs it.', result: nothing },
  'thread.reply': {
    does: 'Opens the input of a reply in a thread of a pull request. The thread runs it.',
    result: nothing,
  },
  'thread.resolve': { does: 'Resolves a thread of a pull request. The thread runs it.', result: nothing },
  'thread.send': { does: 'Sends what was written in a thread of a pull request. The thread runs it.', result: nothing },
  'thread.unresolve': { does: 'Opens a resolved thread of a pull request again. The thread runs it.', result: nothing },
  'pullRequest.reply': { does: 'Replies in a discussion of a pull request.', result: 'the comment' },
  'pullRequest.resolve': {
    does: 'Resolves a discussion of a pull request. `resolved: false` opens it again.',
    result: nothing,
  },
  'pullRequest.review': { does: 'Approves a pull request.', result: nothing },
  'pullRequest.clearFilter': { does: 'Shows all open pull requests in the view Pull Requests again.', result: nothing },
  'pullRequest.filter': { does: 'Selects what the view Pull Requests lists.', result: nothing },
  'pullRequest.saveQuery': { does: 'Saves the filter of the view Pull Requests as a query.', result: nothing },
  'pullRequests.refresh': { does: 'Reads the view Pull Requests again.', result: nothing },
  'pullRequest.get': { does: `Reads a pull request. ${where}`, result: 'the pull request' },
  'pullRequest.list': {
    does: 'Lists pull requests. `limit` is the largest number of them; without it, 50. `author`, `assignee` and `reviewer` can be `@me`.',
    result:
      'an array of pull requests, newest first; where the host does not list them, `[{ number, sha }]` by git, highest number first',
  },
  'link.open': {
    does: 'Opens what a web address names. `url` is the address of a repository, file, issue, pull request, milestone or release of a known host.',
    result: '`{ host, repository }` with `ref` and `path`, `number` or `tag`',
  },
  'log.show': { does: 'Shows the log.', result: nothing },
  'member.add': { does: 'Adds a member to a repository, or changes the permission of one.', result: 'the member' },
  'member.check': {
    does: 'Tells whether a user is a member of a repository, and the permission.',
    result: '`{ member: boolean, permission?: string }`',
  },
  'member.remove': { does: 'Removes a member from a repository.', result: nothing },
  'member.setPermission': { does: 'Changes the permission of a member of a repository.', result: 'the member' },
  'members.refresh': { does: 'Reads the view Members again.', result: nothing },
  'milestone.close': { does: 'Closes a milestone.', result: 'the milestone' },
  'milestone.create': { does: 'Creates a milestone. A user fills in a document.', result: 'the milestone' },
  'milestone.edit': { does: 'Changes a milestone. Fields that are left out do not change.', result: 'the milestone' },
  'milestone.filter': { does: 'Selects what the view Milestones lists.', result: nothing },
  'milestone.open': { does: 'Opens a milestone as a document.', result: 'the milestone' },
  'milestone.remove': { does: 'Removes a milestone.', result: nothing },
  'milestone.reopen': { does: 'Reopens a milestone.', result: 'the milestone' },
  'milestones.refresh': { does: 'Reads the view Milestones again.', result: nothing },
  'organization.filter': { does: 'Selects which organizations are listed.', result: nothing },
  'organization.inviteMember': { does: 'Invites a user to an organization.', result: 'whatever the service answers' },
  'organization.removeMember': { does: 'Removes a member from an organization.', result: nothing },
  'organization.show': { does: 'Shows an organization as a page.', result: 'the organization' },
  'protectedTag.create': {
    does: 'Protects the tags that a pattern matches. `create_access_level` is 0 (nobody), 30 (developers and above) or 40 (maintainers and above).',
    result: 'the protected tag',
  },
  'protectedTag.edit': {
    does: 'Changes the protection of tags. `create_access_level` is as in `protectedTag.create`.',
    result: 'the protected tag',
  },
  'protectedTag.remove': { does: 'Removes the protection of tags.', result: nothing },
  'record.compare': { does: 'Compares a document with what the host has. `uri` is the document.', result: nothing },
  'record.keepMine': { does: 'Keeps the own value of a conflict in a document.', result: nothing },
  'record.openOnWeb': { does: 'Opens the web page of the document that is shown.', result: address },
  'record.refresh': { does: 'Reads the document that is shown again.', result: nothing },
  'record.showLinked': {
    does: 'Asks for one of the pull requests of the issue that is shown, or of the issues of the pull request, and opens it.',
    result: 'their number',
  },
  'record.showMoreComments': { does: 'Shows more comments of the issue that is shown.', result: nothing },
  'record.takeTheirs': { does: 'Takes the value of the host in a conflict in a document.', result: nothing },
  'ref.compare': {
    does: 'Compares two refs, and lists the changed files in the view History. `base` and `head` are a branch, a tag or a full sha.',
    result:
      'an array of `{ path, status, base_sha, sha, base_mode, mode }`; `status` is `added`, `removed` or `modified`. ' +
      'If only the mode differs, both shas are the same. A mode is left out if the service does not send it',
  },
  'ref.switch': {
    does: 'Switches this window to another branch, tag or commit of a repository.',
    result: '`{ kind, name, commit }` of the ref',
  },
  'release.create': { does: 'Creates a release. A user fills in a document.', result: 'the release' },
  'release.download': {
    does: 'Downloads a file of a release. `target` is the address of the file to write.',
    result: 'the address of the file',
  },
  'release.draftNotes': {
    does: 'Inserts the issues that were closed since the latest release into the notes of a release. `uri` is its document.',
    result: 'how many issues were written down',
  },
  'release.edit': {
    does: 'Changes a release. `tag` names it. Fields that are left out do not change.',
    result: 'the release',
  },
  'release.open': { does: 'Opens a release as a document.', result: 'the release' },
  'release.showLatest': { does: 'Opens the latest release as a document.', result: 'the release' },
  'release.upload': {
    does: 'Uploads files to a release. `file` is the address of a file, or an array.',
    result: 'the release',
  },
  'releases.refresh': { does: 'Reads the view Releases again.', result: nothing },
  'repositories.refresh': { does: 'Reads the view Repositories again.', result: nothing },
  'repository.archive': {
    does: 'Archives a repository. `password` is the one at the host. It is sent, and not stored.',
    result: 'the repository',
  },
  'repository.choose': { does: 'Chooses the active repository.', result: nothing },
  'repository.clone': {
    does: 'Clones a repository with git. `target` is the address of the folder that becomes the clone. The folder must be empty or new. `ref` is checked out. From the palette it always asks for the repository. Git gets the token when it asks, and the token is written nowhere.',
    result: 'the repository',
  },
  'repository.continueLocally': {
    does: 'Clones a repository into the folder `target`, which is new or empty, checks out the ref, and puts the drafts into the clone with their bytes and modes. Changes that others made meanwhile are merged. Where they cannot be, it rejects with the kind `conflict`. The drafts stay; a user is asked whether to discard them. The folder opens in a new window.',
    result: 'the folder',
  },
  'repository.copyLink': { does: 'Copies the web address of a repository.', result: address },
  'repository.create': {
    does: 'Creates a repository of the account, or with `org` of an organization. `homepage`, `public` and `can_comment` are for organizations only.',
    result: 'the repository',
  },
  'repository.edit': {
    does: 'Changes a repository. Fields that are left out do not change.',
    result: 'the repository',
  },
  'repository.filter': {
    does: 'Selects which repositories are listed: your own, or with `org` those of an organization.',
    result: nothing,
  },
  'repository.follow': { does: 'Lets the active repository follow the editor again.', result: nothing },
  'repository.lock': { does: 'Keeps a repository active in this window, whatever is opened.', result: nothing },
  'repository.open': {
    does: 'Opens a repository as a folder. `mode` is `thisWindow` (if it is left out), `newWindow` or `addToWorkspace`. If the repository is open in this window, it is shown. From the palette it always asks for the repository.',
    result: 'the repository, as far as this window lives on',
  },
  'repository.openOnWeb': { does: 'Opens the web page of a repository.', result: address },
  'repository.makeAvailableOffline': {
    does: 'Keeps the files of `ref` on this computer, also if the cache is full. They can be read and searched without a network. If the branch moves, the files are fetched again. Files larger than 1 MB are left out. It needs git.',
    result: 'the sha of the commit',
  },
  'repository.pin': { does: 'Lists a repository above the accounts.', result: nothing },
  'repository.publish': {
    does: 'Creates a repository, and pushes the git repository in the local `folder` to it.',
    result: 'the repository',
  },
  'repository.removeOffline': {
    does: 'Removes the offline files of `ref`. Without `ref` it removes those of all refs of the repository.',
    result: nothing,
  },
  'repository.setModules': {
    does: 'Turns issues, the wiki and other parts of a repository on or off.',
    result: 'what was set',
  },
  'repository.setReviewers': {
    does: 'Sets the usual reviewers and testers of a repository. At least one field is needed.',
    result: 'what the service answers',
  },
  'repository.show': { does: 'Shows a repository as a page.', result: 'the repository' },
  'repository.showPermissionMode': {
    does: 'Shows the permission mode of a repository.',
    result: 'whatever the service answers',
  },
  'repository.transfer': {
    does: 'Transfers a repository. `password` is the one at the host. It is sent, and not stored.',
    result: nothing,
  },
  'repository.trust': {
    does: 'Sets whether the editor and agents may use the configuration of a repository, such as `.vscode`, `.github/hooks`, `.mcp.json`, `AGENTS.md` and files of workspaces.',
    result: '`{ trusted }`',
  },
  'repository.unarchive': {
    does: 'Unarchives a repository. `password` is the one at the host. It is sent, and not stored.',
    result: 'the repository',
  },
  'repository.unpin': { does: 'Removes a repository from those above the accounts.', result: nothing },
  'search.issues': { does: 'Searches the issues of a host.', result: 'the issues, at most 1,000' },
  'search.repositories': { does: 'Searches the repositories of a host.', result: 'the repositories, at most 1,000' },
  'search.inFolder': { does: 'Opens the search view for the files below the folder `uri`.', result: nothing },
  'search.localFolders': {
    does: 'Opens the search of the editor. In a window with remote folders it is limited to the others.',
    result: nothing,
  },
  'search.nextResult': { does: 'Opens the next match of the search view.', result: nothing },
  'search.previousResult': { does: 'Opens the previous match of the search view.', result: nothing },
  'search.replace': { does: 'Opens the search view with the box for the replacement.', result: nothing },
  'search.text': {
    does: 'Searches the files of `ref` with the drafts, and shows the results in the search view. `include` and `exclude` are globs, separated by commas or as an array. `limit` is the largest number of matching lines; without it, 10,000. Without `query`, a user enters it in the view.',
    result:
      '`{ matches: [{ uri, path, ranges: [{ line, column, length }], preview }], limitHit, coverage: { searched, skipped } }`; ' +
      'one match for each line, `line` and `column` from 1, `column` and `length` in UTF-16 units, `preview` the first ' +
      '1,000 units of the line',
  },
  'search.users': { does: 'Searches the users of a host.', result: 'the users, at most 1,000' },
  'searchResults.refresh': { does: 'Searches again for what the view Search Results shows.', result: nothing },
  'support.report': {
    does: 'Writes a report about the extension, without anything secret.',
    result: 'the report, as Markdown',
  },
  'tag.remove': { does: 'Removes a tag, with git or by the API of a host that has the operation.', result: nothing },
  'tag.create': { does: 'Creates a tag. `refs` is a branch, a tag or a commit.', result: 'the tag' },
  'tags.refresh': { does: 'Reads the view Tags again.', result: nothing },
  'textSearch.clear': { does: 'Clears the results of the search view.', result: nothing },
  'textSearch.collapse': { does: 'Collapses the results of the search view.', result: nothing },
  'textSearch.refresh': { does: 'Searches again for what the search view shows.', result: nothing },
  'user.show': { does: 'Shows a user as a page.', result: 'the user' },
  'view.loadMore': { does: 'Loads more rows of a list.', result: nothing },
  'view.refresh': {
    does: 'Reads a view again. Without `view` it reads all visible views, and all remote files and folders that were read in this window.',
    result: nothing,
  },
  'view.retry': { does: 'Reads a list again that could not be read.', result: nothing },
  'webhook.create': { does: 'Creates a webhook.', result: 'the webhook, without its password' },
  'webhook.edit': { does: 'Changes a webhook. Fields that are left out do not change.', result: 'the webhook' },
  'webhook.remove': { does: 'Removes a webhook.', result: nothing },
  'webhook.show': { does: 'Shows a webhook as a read-only document.', result: 'the webhook' },
  'webhook.test': {
    does: 'Lets the host send a test delivery of a webhook, and waits for its result.',
    result: 'the webhook',
  },
  'webhooks.refresh': { does: 'Reads the view Webhooks again.', result: nothing },
};
