import type {
  commits as commitTable,
  issueComments as issueCommentTable,
  issueEvents as issueEventTable,
  labels as labelTable,
  ownKeys as ownKeyTable,
  refs as refTable,
} from '../../../src/api/endpoints/optional/more.ts';
import { forbidden, invalid, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { commitDetail, commitForm, fileForm } from '../forms/commit.ts';
import { commentForm, issueEvent, seesIssue } from '../forms/issue.ts';
import { keyForm } from '../forms/user.ts';
import { diffFiles, mergeBase } from '../git/diff.ts';
import type { GitRepository } from '../git/repository.ts';
import { rewrite } from '../log.ts';
import type { ownEndpoints } from '../ownEndpoints.ts';
import { mayPush, mayTag } from '../protection.ts';
import { announcePush } from '../push.ts';
import { rightsOf } from '../rights.ts';
import type { Comment, Issue, Label, Repository } from '../state.ts';
import { changed, made, nothing, type Handlers } from './handler.ts';
import { modifyHistory, reactions } from './history.ts';
import { findIssue } from './issues.ts';

export const issueComments: Handlers<typeof issueCommentTable & typeof ownEndpoints.issueComments> = {
  create: (call) => {
    const repository = call.writable('pull');
    const issue = findIssue(call, repository);
    const created = Date.now();
    const comment: Comment = { id: call.state.nextId(), author: call.user.login, body: call.text('body'), created };
    issue.comments.push(comment);
    issue.updated = created;
    const what = {
      action: 'comment',
      comment: { id: comment.id, body: comment.body },
      issue: { number: issue.number },
    };
    call.host.deliver(repository, 'note_events', call.user, what);
    return made(call, commentForm(call, issue, comment));
  },

  edit: (call) => {
    const { issue, comment } = ownComment(call);
    rewrite(call, comment, call.text('body'));
    comment.updated = issue.updated = Date.now();
    return call.habits.issueCommentEdit === 'comment'
      ? changed(call, commentForm(call, issue, comment))
      : nothing(call, '200');
  },

  remove: (call) => {
    const { issue, comment } = ownComment(call);
    issue.comments.splice(issue.comments.indexOf(comment), 1);
    return nothing(call, '200');
  },

  get: (call) => {
    const { issue, comment } = foundComment(call, call.repository());
    return ok(commentForm(call, issue, comment));
  },

  reactions: (call) => reactions(call, foundComment(call, call.repository()).comment),
  modifyHistory: (call) => modifyHistory(call, foundComment(call, call.repository()).comment),
};

interface FoundComment {
  readonly issue: Issue;
  readonly comment: Comment;
}

function foundComment(call: Call, repository: Repository): FoundComment {
  const id = Number(call.text('id'));
  for (const issue of repository.issues.values()) {
    const comment = issue.comments.find((one) => one.id === id);
    if (comment !== undefined && seesIssue(call, repository, issue)) return { issue, comment };
  }
  throw missing('404 Note Not Found');
}

/** A comment of an issue that the account may change: its own, or any for an administrator. */
function ownComment(call: Call): FoundComment {
  const repository = call.writable('pull');
  const { login } = call.user;
  const place = foundComment(call, repository);
  if (place.comment.author !== login && !rightsOf(call.state, repository, login).admin) throw forbidden();
  return place;
}

export const issueEvents: Handlers<typeof issueEventTable> = {
  list: (call) => {
    const issue = findIssue(call, call.repository());
    return ok([...(issue.events ?? [])].reverse().map((event) => issueEvent(call, issue, event)));
  },
};

export const commits: Handlers<typeof commitTable> = {
  list: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const start = await commitNamed(git, call.optionalText('sha') ?? repository.defaultBranch);
    const [path, author, since, until] = ['path', 'author', 'since', 'until'].map((name) => call.optionalText(name));
    const options = [
      ...(author === undefined ? [] : [`--author=${author}`]),
      ...(since === undefined ? [] : [`--since=${since}`]),
      ...(until === undefined ? [] : [`--until=${until}`]),
    ];
    const args = ['rev-list', ...options, start, '--', ...(path === undefined ? [] : [path])];
    const shas = await git.computed(args.join(' '), async () => (await git.ask(args)).toString().trim().split('\n'));
    const page = await Promise.all(call.page(shas.filter(Boolean)).map((sha) => git.commit(sha)));
    return ok(page.map((commit) => commitForm(call, repository, commit!)));
  },

  get: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const commit = await git.commit(await commitNamed(git, call.text('sha')));
    return ok(await commitDetail(call, repository, git, commit!));
  },

  compare: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const [base, head] = [await commitNamed(git, call.text('base')), await commitNamed(git, call.text('head'))];
    const common = await mergeBase(git, base, head);
    const from = call.flag('straight') === true ? base : (common ?? base);
    const shas = (await git.ask(['rev-list', '--reverse', `${base}..${head}`])).toString().trim().split('\n');
    const formOf = async (sha: string): Promise<unknown> => commitForm(call, repository, (await git.commit(sha))!);
    return ok({
      base_commit: await formOf(base),
      merge_base_commit: common === undefined ? null : await formOf(common),
      commits: await Promise.all(shas.filter(Boolean).map(formOf)),
      files: (await diffFiles(git, from, head)).map((file) => fileForm(call, repository, file, head)),
      truncated: false,
    });
  },
};

async function commitNamed(git: GitRepository, name: string): Promise<string> {
  const sha = await git.resolve(name, ['branch', 'tag', 'commit']);
  if (sha === undefined) throw missing('404 Commit Not Found');
  return sha;
}

export const refs: Handlers<typeof refTable> = {
  removeBranch: async (call) => {
    const repository = call.writable();
    const name = call.text('name');
    if (name === repository.defaultBranch || !mayPush(call, repository, name, call.user.login))
      throw forbidden(`You are not allowed to delete the branch ${name}`);
    await removeRef(call, repository, `refs/heads/${name}`);
    return nothing(call, '204');
  },

  removeTag: async (call) => {
    const repository = call.writable();
    const name = call.text('tag_name');
    if (!mayTag(call, repository, name, call.user.login))
      throw forbidden(`You are not allowed to delete the tag ${name}`);
    await removeRef(call, repository, `refs/tags/${name}`);
    return nothing(call, '204');
  },
};

async function removeRef(call: Call, repository: Repository, ref: string): Promise<void> {
  const git = await repository.git();
  const from = await git.exclusively(async () => {
    const { branches, tags } = await git.refs();
    const name = ref.replace(/^refs\/(heads|tags)\//, '');
    const sha = ref.startsWith('refs/heads/') ? branches.get(name) : tags.get(name)?.commit;
    if (sha === undefined) throw missing('404 Ref Not Found');
    await git.run(['update-ref', '-d', ref]);
    return sha;
  });
  await announcePush(call.host, repository, call.user, { ref, from, to: null });
}

const labelForm = ({ id, name, color }: Label, repository: Repository): unknown => ({
  id,
  name,
  color,
  repository_id: repository.id,
});

export const labels: Handlers<typeof labelTable> = {
  list: (call) => {
    const repository = call.repository();
    return ok(call.page([...repository.labels.values()]).map((label) => labelForm(label, repository)));
  },

  create: (call) => {
    const repository = call.writable();
    const label = {
      id: call.state.nextId(),
      name: call.text('name'),
      color: colorOf(call) ?? '#ededed',
      description: '',
    };
    if (repository.labels.has(label.name)) throw new Refusal(400, `${label.name} already exists`);
    repository.labels.set(label.name, label);
    return made(call, labelForm(label, repository));
  },

  edit: (call) => {
    const repository = call.writable();
    const old = labelNamed(call, repository, 'original_name');
    const label = { ...old, name: call.optionalText('name') ?? old.name, color: colorOf(call) ?? old.color };
    if (label.name !== old.name && repository.labels.has(label.name))
      throw new Refusal(400, `${label.name} already exists`);
    const others = [...repository.labels.values()].map((one) => (one === old ? label : one));
    repository.labels.clear();
    for (const one of others) repository.labels.set(one.name, one);
    for (const issue of repository.issues.values())
      issue.labels = issue.labels.map((name) => (name === old.name ? label.name : name));
    return changed(call, labelForm(label, repository));
  },

  remove: (call) => {
    const repository = call.writable();
    const { name } = labelNamed(call, repository, 'name');
    repository.labels.delete(name);
    for (const issue of repository.issues.values()) issue.labels = issue.labels.filter((one) => one !== name);
    return nothing(call, '204');
  },
};

function colorOf(call: Call): string | undefined {
  const color = call.optionalText('color');
  if (color !== undefined && !/^#[\da-f]{6}$/i.test(color)) throw invalid('color is invalid');
  return color;
}

function labelNamed(call: Call, { labels: known }: Repository, input: string): Label {
  const label = known.get(call.text(input));
  if (label === undefined) throw missing('404 Label Not Found');
  return label;
}

export const ownKeys: Handlers<typeof ownKeyTable> = {
  list: (call) => {
    const own = [...call.state.keys.values()].filter(({ owner }) => owner === call.user.login);
    return ok(call.page(own).map((key) => keyForm(call.host, key)));
  },
};
