/** Notes and results of the commands, as far as the title does not tell them. */
interface Words {
  readonly does?: string;
  readonly result: string;
}

const nothing = 'nothing';
const address = 'the address';
const where = 'Where the host has this operation; otherwise it rejects with the kind `unsupported`.';
const commits = 'an array of `{ path, commit?, content? }`, what the service answered for each file';

/** Commands without `sourcehost.`. */
export const words: Readonly<Record<string, Words>> = {
  'account.signIn': { does: 'In the browser, or with a token.', result: 'the account' },
  'account.signInWithToken': { does: 'Asks for the token where it is left out.', result: 'the account' },
  'account.signOut': { result: nothing },
  'blame.showCommit': {
    does: 'Compares a file with its version before the commit of `line`. Left out: the file and line of the cursor. Needs git.',
    result: 'the line: `{ line, sha, author_name, authored_date, message }`',
  },
  'blame.toggle': {
    does: 'Shows the commit of each line of a file, or hides it; left out `uri`: the file that is shown. Needs git.',
    result:
      'the lines: `[{ line, sha, author_name, authored_date, message }]`, without `sha` for a line of a draft; with nothing after hiding',
  },
  'branch.create': { does: '`refs` is a branch, tag or commit to start from.', result: 'the branch' },
  'branch.remove': {
    does: 'With git, or by the API of a host that has the operation. Not the default branch, and no protected one. Drafts of the branch stay.',
    result: nothing,
  },
  'branch.rename': {
    does: 'With git, in one step. `branch_name` is the new name. Drafts move to it.',
    result: 'the branch',
  },
  'branch.show': { does: 'As a read-only document.', result: 'the branch' },
  'branchRule.create': {
    does: '`pusher` and `merger`: `develop`, `admin`, `empty`, or logins joined by `;`.',
    result: 'the rule',
  },
  'branchRule.edit': { does: '`pusher` and `merger` as in `branchRule.create`.', result: 'the rule' },
  'branchRule.remove': { result: nothing },
  'branches.refresh': { result: nothing },
  'draft.carry': {
    does: 'Nothing is sent. `ref`: the branch that the drafts are on, `to`: the branch that they go to.',
    result: '`{ ref, paths }` of where they are now',
  },
  'draft.discard': { does: 'Left out `paths`: all drafts of the branch.', result: '`{ ref, paths }`' },
  'draft.open': { does: 'In this window, also offline.', result: '`{ ref, paths }`, as far as this window lives on' },
  'drafts.refresh': { result: nothing },
  'change.open': { does: 'Beside what it was. `staged`: what is staged of it.', result: nothing },
  'change.openFile': { result: nothing },
  'change.stage': { does: 'Left out `paths`: everything.', result: nothing },
  'change.unstage': { does: 'Left out `paths`: everything.', result: nothing },
  'comment.cancel': { does: 'Run by the comment box in an issue.', result: nothing },
  'comment.discard': { does: 'Run by the comment box in an issue.', result: nothing },
  'comment.preview': { does: 'Run by the comment box in an issue.', result: nothing },
  'comment.save': { does: 'Run by the comment box in an issue.', result: nothing },
  'comment.send': { does: 'Run by the comment box in an issue.', result: nothing },
  'comment.write': { does: 'Run by the comment box in an issue.', result: nothing },
  'commit.create': {
    does:
      'Sends drafts: `paths`, else what is staged, else everything. Several files are one commit with git, else a commit ' +
      'for each file; `{path}` in the message stands for the path, and asks for a commit for each file. `author` is ' +
      '`{ name, email }`. ' +
      'What others changed meanwhile is merged; where that cannot be, it rejects with the kind `conflict`, and the ' +
      'files hold conflict markers.',
    result: commits,
  },
  'commit.createAll': { does: 'As `commit.create`, whatever is staged.', result: commits },
  'commit.createOnNewBranch': {
    does: 'Makes a branch where `ref` is, moves every draft there, commits as `commit.create` does, and goes there.',
    result: commits,
  },
  'commit.createStaged': { does: 'As `commit.create`, only what is staged.', result: commits },
  'commit.discard': {
    does: 'Left out `paths`: everything. `staged`: only what is, or only what is not.',
    result: nothing,
  },
  'commit.resume': { does: 'Goes on with a commit that did not end.', result: commits },
  'commit.setAuthor': { does: 'Both empty: as the account says.', result: nothing },
  'commit.undoDiscard': { does: 'Brings back what was discarded last in this window.', result: nothing },
  'comparison.close': {
    does:
      'Of a comparison in the view History; `base` and `head` as they were given. Left out: the one with the selected row, ' +
      'else the newest.',
    result: nothing,
  },
  'comparison.openAll': {
    does: 'As `comparison.close`. Opens the differences of all files in one editor, for a program without a question.',
    result: 'the number of opened files',
  },
  'comparison.showAsList': { does: 'All comparisons of this window, and later ones.', result: nothing },
  'comparison.showAsTree': { does: 'All comparisons of this window, and later ones.', result: nothing },
  'conflict.compare': { does: 'Of the file that is shown, or `uri`; `line` is any of the conflict.', result: nothing },
  'conflict.next': { result: nothing },
  'conflict.previous': { result: nothing },
  'conflict.resolve': {
    does: 'Of a whole file: `mine` or `theirs`. Without `side` it is asked for, or shown where it can be merged.',
    result: 'whether it is resolved',
  },
  'conflict.takeBoth': { does: 'Of one conflict in the text.', result: 'how many conflicts are left' },
  'conflict.takeMine': { does: 'Of one conflict in the text.', result: 'how many conflicts are left' },
  'conflict.takeTheirs': { does: 'Of one conflict in the text.', result: 'how many conflicts are left' },
  'enterprise.members': { result: 'the members, at most 1,000' },
  'file.copyPermalink': {
    does: 'Of a remote file or folder, or of one in a clone. `lines` is `[from, to]`; left out `uri`: the file that is shown.',
    result: address,
  },
  'file.open': { does: '`path` is relative to the repository.', result: '`{ path, sha, size }`' },
  'file.openOnWeb': {
    does: 'Of a remote file or folder, or of one in a clone, at its branch. Left out `uri`: the file that is shown.',
    result: address,
  },
  'file.showHistory': {
    does: 'Of a file of a clone, on the branch that its branch follows. Left out `uri`: the file that is shown. Needs git.',
    result: 'the newest commits, as `history.show`',
  },
  'history.refresh': { result: nothing },
  'history.show': {
    does: 'Of a branch, or of the file or folder `path`. Renames of a file are followed. Needs git.',
    result:
      'the newest commits, at most `limit` (100): `[{ sha, parents, message, author_name, author_email, authored_date }]`',
  },
  'host.add': {
    does: 'A host of the same `id` with other values is replaced only after the person agreed, whoever calls.',
    result: 'the host',
  },
  'host.remove': { does: 'Signs its accounts out.', result: nothing },
  'issue.addComment': {
    does: `${where} A comment whose answer was lost is looked for before it is sent again. A user may leave out \`body\`, and writes in the box of the issue.`,
    result: 'the comment',
  },
  'issue.deleteComment': { does: 'Of oneself. `number`: the issue, if it is known.', result: nothing },
  'issue.editComment': {
    does: 'Of oneself. `number`: the issue, if it is known. A user may leave out `body`, and edits in the issue.',
    result: 'the comment',
  },
  'issue.clearFilter': { result: nothing },
  'issue.close': { does: '`number` may be an array.', result: 'the issue, or an array' },
  'issue.create': { result: 'the issue' },
  'issue.quoteComment': { does: 'In the comment box of the issue.', result: nothing },
  'issue.createFromComment': { does: 'Of the line at the cursor.', result: nothing },
  'issue.createFromSelection': { result: nothing },
  'issue.createFromTemplate': {
    does:
      'Of the templates in the repository. A blank issue and the links of `config.yml` are offered too. A template that ' +
      'cannot be read is named with its line, and a blank issue opens.',
    result: nothing,
  },
  'issue.edit': {
    does: '`number` may be an array; what is left out stays as it is.',
    result: 'the issue, or an array',
  },
  'inbox.markDone': {
    does: 'Hides an issue in the view Inbox until it is updated again.',
    result: nothing,
  },
  'inbox.markUnread': {
    does: 'Shows an issue in the view Inbox as new, also if it was done or snoozed.',
    result: nothing,
  },
  'inbox.open': {
    does: 'Opens an issue of the view Inbox as a document, and marks it as read.',
    result: 'the issue',
  },
  'inbox.refresh': {
    does: 'Asks for everything again, in the background, with at most four requests a minute.',
    result: nothing,
  },
  'inbox.snooze': {
    does: 'Hides an issue in the view Inbox until the day `until`.',
    result: nothing,
  },
  'issue.editMany': {
    does: 'Reads each issue and sends only what differs; changes of more than 100 issues leave a fifth of the requests a minute to other work; a milestone is changed by its number (0: none). With `dryRun`, nothing is sent and `changed` says what would change.',
    result: '`[{ number, changed, error? }]`; `error` is a sentence, and the other issues are changed',
  },
  'issue.filter': { does: 'What the view Issues lists.', result: nothing },
  'issue.group': { result: nothing },
  'issue.open': { does: 'As a document; `number` may be an array.', result: 'the issue, or an array' },
  'issue.preview': { does: 'As a page.', result: 'the issue' },
  'issue.reopen': { does: '`number` may be an array.', result: 'the issue, or an array' },
  'issue.saveQuery': { result: nothing },
  'issue.startWork': {
    does:
      'Creates a branch from the default branch (`branch_name`, else by the setting `sourcehost.issues.branchName`), ' +
      'assigns the issue to the account, opens the branch, and mentions the issue in its commit message. An open ' +
      'remote folder of the repository is switched, else the branch is checked out in an open clone, else a folder is ' +
      'opened in a new window. It can run again: a branch that exists stays as it is.',
    result: '`{ branch, steps: [{ step, error? }] }`; the steps are `branch`, `assign`, `open` and `message`',
  },
  'issues.refresh': { result: nothing },
  'item.copyLink': { does: 'Of the selected row.', result: 'the text' },
  'item.copyName': { does: 'Of the selected row.', result: 'the text' },
  'item.copySha': { does: 'Of the selected row.', result: 'the text' },
  'item.openOnWeb': { does: 'Of the selected row.', result: nothing },
  'item.run': {
    does: 'For keys: runs `command` on the focused row, and on the other selected rows if it is one of them. Rows of another `kind` are left out.',
    result: nothing,
  },
  'key.add': { does: '`key` is the text of a public key.', result: 'the key' },
  'key.remove': { result: nothing },
  'key.show': { result: 'the key' },
  'limit.show': {
    does: 'Tells what waits for the limit of a host. `cancel: true` rejects all of it as `cancelled`.',
    result: 'an array of `{ host, seconds, waiting }`, with the operations that wait',
  },
  'label.create': { does: where, result: 'the label' },
  'label.edit': { does: where, result: 'the label' },
  'label.remove': { does: where, result: nothing },
  'pullRequest.assignReviewers': {
    does: '`assignees` are the logins of all reviewers: the others are removed.',
    result: 'the pull request',
  },
  'pullRequest.assignTesters': {
    does: '`testers` are the logins of all testers. The API removes no tester alone: if one is missing, all are replaced. The result has those that the host lists afterwards.',
    result: 'the pull request',
  },
  'pullRequest.checkOut': {
    does: 'Fetches the head into the branch `pr/NUMBER` of a clone that is open in this window, and checks it out. `folder`: of the clone, if several are open.',
    result: 'the name of the branch',
  },
  'pullRequest.comment': {
    does: '`path` and `line` name a line of a file. The result says where the host put the comment. A comment whose answer was lost is looked for before it is sent again.',
    result: 'the comment',
  },
  'pullRequest.compare': {
    does: 'What a pull request changes, from the commit that it has in common with its base. `base`: another branch, tag or full sha. Lists the files in the view History.',
    result: 'as `ref.compare`',
  },
  'pullRequest.create': {
    does: '`head` is a branch of the repository, or `OWNER:branch` or `OWNER/REPO:branch` of a fork. `base`: the default branch if it is left out.',
    result: 'the pull request',
  },
  'pullRequest.edit': { does: '`state` is `closed` or `reopen`.', result: 'the pull request' },
  'pullRequest.markTested': { does: 'Records that the account tested it.', result: nothing },
  'pullRequest.merge': {
    does: '`removeBranch` removes the source branch afterwards. A failure of that is shown, and does not reject.',
    result: '`{ merged, sha }`',
  },
  'pullRequest.open': {
    does: 'Opens the head: the branch if the account may push to it, otherwise the commit, read-only. In a window with folders it opens in a new one.',
    result: 'the address of the folder',
  },
  'thread.deleteComment': { does: 'Run by the thread of a comment in a pull request.', result: nothing },
  'thread.editComment': { does: 'Run by the thread of a comment in a pull request.', result: nothing },
  'thread.resolve': { does: 'Run by the thread of a comment in a pull request.', result: nothing },
  'thread.send': { does: 'Run by the thread of a comment in a pull request.', result: nothing },
  'thread.unresolve': { does: 'Run by the thread of a comment in a pull request.', result: nothing },
  'pullRequest.reply': { result: 'the comment' },
  'pullRequest.resolve': { does: '`resolved: false` opens the discussion again.', result: nothing },
  'pullRequest.review': { does: 'Approves it.', result: nothing },
  'pullRequest.clearFilter': { result: nothing },
  'pullRequest.filter': { does: 'What the view Pull Requests lists.', result: nothing },
  'pullRequest.saveQuery': { result: nothing },
  'pullRequests.refresh': { result: nothing },
  'pullRequest.get': {
    does: 'Where the host has pull requests in its API; otherwise it rejects with the kind `unsupported`.',
    result: 'the pull request',
  },
  'pullRequest.list': {
    does: '`limit`: at most so many, 50 if it is left out. `author`, `assignee` and `reviewer` can be `@me`.',
    result:
      'an array of pull requests, newest first; where the host does not list them, `[{ number, sha }]` by git, highest number first',
  },
  'link.open': {
    does: '`url` is a web address of a repository, file, issue, pull request, milestone or release of a known host.',
    result: '`{ host, repository }` with `ref` and `path`, `number` or `tag`',
  },
  'log.show': { result: nothing },
  'member.add': { result: 'the member' },
  'member.check': { result: '`{ member: boolean, permission?: string }`' },
  'member.remove': { result: nothing },
  'member.setPermission': { result: 'the member' },
  'members.refresh': { result: nothing },
  'milestone.close': { result: 'the milestone' },
  'milestone.create': { result: 'the milestone' },
  'milestone.edit': { does: 'What is left out stays as it is.', result: 'the milestone' },
  'milestone.filter': { does: 'What the view Milestones lists.', result: nothing },
  'milestone.open': { does: 'As a document.', result: 'the milestone' },
  'milestone.remove': { result: nothing },
  'milestone.reopen': { result: 'the milestone' },
  'milestones.refresh': { result: nothing },
  'organization.filter': { does: 'Which organizations are listed.', result: nothing },
  'organization.inviteMember': { result: 'whatever the service answers' },
  'organization.removeMember': { result: nothing },
  'organization.show': { result: 'the organization' },
  'protectedTag.create': {
    does: '`create_access_level`: 0 nobody, 30 developers and above, 40 maintainers and above.',
    result: 'the protected tag',
  },
  'protectedTag.edit': { does: '`create_access_level` as in `protectedTag.create`.', result: 'the protected tag' },
  'protectedTag.remove': { result: nothing },
  'record.compare': { does: 'With what the service has. `uri`: of a document.', result: nothing },
  'record.keepMine': { result: nothing },
  'record.openOnWeb': { result: address },
  'record.refresh': { result: nothing },
  'record.showMoreComments': { result: nothing },
  'record.takeTheirs': { result: nothing },
  'ref.compare': {
    does: '`base` and `head`: branch, tag or full sha. Lists the changed files in the view History.',
    result:
      'an array of `{ path, status, base_sha, sha, base_mode, mode }`; `status` is `added`, `removed` or `modified`. ' +
      'If only the mode differs, both shas are the same. A mode is left out if the service does not send it',
  },
  'ref.switch': { result: '`{ kind, name, commit }` of the ref' },
  'release.create': { result: 'the release' },
  'release.download': {
    does: '`target` is the address of the file to write.',
    result: 'the address of the file',
  },
  'release.draftNotes': { result: 'how many issues were written down' },
  'release.edit': {
    does: '`tag` names the release; what is left out stays as it is.',
    result: 'the release',
  },
  'release.open': { does: 'As a document.', result: 'the release' },
  'release.showLatest': { result: 'the release' },
  'release.upload': { does: '`file` is the address of a file, or several.', result: 'the release' },
  'releases.refresh': { result: nothing },
  'repositories.refresh': { result: nothing },
  'repository.archive': {
    does: '`password` is the one at the host. It is sent and not kept.',
    result: 'the repository',
  },
  'repository.choose': { result: nothing },
  'repository.clone': {
    does:
      'From the palette it always asks for the repository. `target` is the address of the folder that becomes the clone: it ' +
      'must not hold anything. `ref` is checked out. ' +
      'Git gets the token when it asks; it is written nowhere.',
    result: 'the repository',
  },
  'repository.continueLocally': {
    does:
      'Clones into the folder `target`, which is new or empty, checks out the ref, and puts the drafts into the clone ' +
      'with their bytes and modes. What others changed meanwhile is merged; where that cannot be, it rejects with the ' +
      'kind `conflict`. The drafts stay; only a user is asked whether to discard them. The folder opens in a new ' +
      'window.',
    result: 'the folder',
  },
  'repository.copyLink': { result: address },
  'repository.create': {
    does: 'With `org` for an organization. `homepage`, `public` and `can_comment` are for organizations only.',
    result: 'the repository',
  },
  'repository.edit': { does: 'What is left out stays as it is.', result: 'the repository' },
  'repository.filter': {
    does: 'Which repositories are listed: your own, or with `org` those of an organization.',
    result: nothing,
  },
  'repository.follow': { does: 'The active repository follows the editor again.', result: nothing },
  'repository.lock': { does: 'The repository stays active in this window, whatever is opened.', result: nothing },
  'repository.open': {
    does:
      'From the palette it always asks for the repository. `mode`: `thisWindow` (left out), `newWindow` or `addToWorkspace`. ' +
      'A repository that is open in this window is shown, and the window stays.',
    result: 'the repository, as far as this window lives on',
  },
  'repository.openOnWeb': { result: address },
  'repository.makeAvailableOffline': {
    does:
      'Needs git. The files of `ref` can be read and searched without a network, and stay when the cache is full. ' +
      'A branch that moves is fetched again. Files larger than 1 MB are left out.',
    result: 'the sha of the commit',
  },
  'repository.pin': { does: 'The repository is listed above the accounts.', result: nothing },
  'repository.publish': {
    does: 'Creates a repository and pushes the git repository in the local `folder` to it.',
    result: 'the repository',
  },
  'repository.removeOffline': { does: 'Left out `ref`: all refs of the repository.', result: nothing },
  'repository.setModules': { result: 'what was set' },
  'repository.setReviewers': { does: 'At least one field is needed.', result: 'what the service answers' },
  'repository.show': { does: 'As a page.', result: 'the repository' },
  'repository.showPermissionMode': { result: 'whatever the service answers' },
  'repository.transfer': {
    does: '`password` is the one at the host. It is sent and not kept.',
    result: nothing,
  },
  'repository.trust': {
    does: 'Whether the editor and agents may use the configuration of the repository, such as `.vscode`, `.github/hooks`, `.mcp.json`, `AGENTS.md` and files of workspaces.',
    result: '`{ trusted }`',
  },
  'repository.unarchive': {
    does: '`password` is the one at the host. It is sent and not kept.',
    result: 'the repository',
  },
  'repository.unpin': { result: nothing },
  'search.issues': { result: 'the issues, at most 1,000' },
  'search.repositories': { result: 'the repositories, at most 1,000' },
  'search.inFolder': { does: 'Opens the search view for the files below the folder `uri`.', result: nothing },
  'search.localFolders': {
    does: 'Opens the search of the editor. In a window with remote folders it is limited to the others.',
    result: nothing,
  },
  'search.nextResult': { does: 'Opens the next match of the search view.', result: nothing },
  'search.previousResult': { does: 'Opens the previous match of the search view.', result: nothing },
  'search.replace': { does: 'Opens the search view with the box for the replacement.', result: nothing },
  'search.text': {
    does:
      'Searches the files of `ref` with the drafts, and shows the results in the search view. `include` and `exclude` are ' +
      'globs, separated by commas or as an array; `limit` is the number of matching lines, 10,000 if it is left out. ' +
      'Without `query`, a user enters it in the view.',
    result:
      '`{ matches: [{ uri, path, ranges: [{ line, column, length }], preview }], limitHit, coverage: { searched, skipped } }`; ' +
      'one match for each line, `line` and `column` from 1, `column` and `length` in UTF-16 units, `preview` the first ' +
      '1,000 units of the line',
  },
  'search.users': { result: 'the users, at most 1,000' },
  'searchResults.refresh': { result: nothing },
  'support.report': { does: 'Without anything secret.', result: 'the report, as Markdown' },
  'tag.remove': { does: 'With git, or by the API of a host that has the operation.', result: nothing },
  'tag.create': { does: '`refs` is a branch, tag or commit.', result: 'the tag' },
  'tags.refresh': { result: nothing },
  'textSearch.clear': { result: nothing },
  'textSearch.collapse': { result: nothing },
  'textSearch.refresh': { result: nothing },
  'user.show': { does: 'As a page.', result: 'the user' },
  'view.loadMore': { result: nothing },
  'view.refresh': {
    does: 'Without `view`: every view that is visible, and all remote files and folders that were read in this window.',
    result: nothing,
  },
  'view.retry': { result: nothing },
  'webhook.create': { result: 'the webhook, without its password' },
  'webhook.edit': { does: 'What is left out stays as it is.', result: 'the webhook' },
  'webhook.remove': { result: nothing },
  'webhook.show': { does: 'As a read-only document.', result: 'the webhook' },
  'webhook.test': { does: 'Sends a test delivery and waits for its result.', result: 'the webhook' },
  'webhooks.refresh': { result: nothing },
};
