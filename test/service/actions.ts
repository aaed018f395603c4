import { Refusal } from './answer.ts';
import { Call } from './call.ts';
import { passTime } from './ci/engine.ts';
import type { Place } from './git/objects.ts';
import type { Action } from './handle.ts';
import type { Host } from './host.ts';
import { announcePush } from './push.ts';
import { handlerOf } from './routes/table.ts';
import type { Account, Repository } from './state.ts';

/** Executes an action; its result depends on the action. */
export async function act(host: Host, action: Action): Promise<unknown> {
  switch (action.do) {
    case 'push':
      return await push(host, action);
    case 'deleteBranch': {
      const git = await found(host, action.repository).git();
      await git.run(['update-ref', '-d', `refs/heads/${action.branch}`]);
      return {};
    }
    case 'comment': {
      const repository = found(host, action.repository);
      const issue = repository.issues.get(action.number);
      if (issue === undefined) throw new Error(`there is no issue ${action.number}`);
      const created = Date.now();
      const comment = { id: host.state.nextId(), author: action.as ?? 'bob', body: action.body, created };
      issue.comments.push(comment);
      issue.updated = created;
      const what = {
        action: 'comment',
        comment: { id: comment.id, body: action.body },
        issue: { number: issue.number },
      };
      host.deliver(repository, 'note_events', someone(host, comment.author), what);
      return comment;
    }
    case 'converse': {
      const { number, count, places = [], as = 'bob' } = action;
      const pull = found(host, action.repository).pullRequests.get(number);
      if (pull === undefined) throw new Error(`there is no pull request ${number}`);
      for (let at = 0; at < count; at += 1) {
        const [id, place] = [host.state.nextId(), places[at % places.length]];
        const about = { discussion: id.toString(16).padStart(40, 'd'), ...(place === undefined ? {} : { place }) };
        pull.comments.push({ id, author: as, body: `Comment ${at}`, created: Date.now(), ...about });
      }
      return {};
    }
    case 'notify': {
      const { repository, about } = action;
      const id = `n${host.state.nextId()}`;
      host.state.notices.push({ ...about, id, repository, time: Date.now(), unread: true });
      return { id };
    }
    case 'lock':
      found(host, action.repository).lfsLocks.set(action.path, action.as);
      return {};
    case 'archive':
      found(host, action.repository).archived = action.archived;
      return {};
    case 'removeRepository':
      host.state.repositories.delete(action.repository);
      return {};
    case 'revokeTokens':
      for (const token of host.state.tokens.values()) if (token.login === action.login) token.revoked = true;
      return {};
    case 'passTime':
      passTime(host.state, action.seconds * 1000);
      return {};
    case 'call':
      return await call(host, action);
  }
}

function found({ state }: Host, name: string): Repository {
  const repository = state.repositories.get(name);
  if (repository === undefined) throw new Error(`there is no repository ${name}`);
  return repository;
}

function someone({ state }: Host, login: string): Account {
  const account = state.accounts.get(login);
  if (account === undefined) throw new Error(`there is no account ${login}`);
  return account;
}

function bytesOf(content: string | { base64: string } | { link: string }): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return 'link' in content ? Buffer.from(content.link) : Buffer.from(content.base64, 'base64');
}

/** Commits to a branch, without a check of its protection. Returns the sha. */
async function push(host: Host, action: Extract<Action, { do: 'push' }>): Promise<{ sha: string }> {
  const repository = found(host, action.repository);
  const account = someone(host, action.as ?? 'bob');
  const git = await repository.git();
  const ref = `refs/heads/${action.branch}`;
  const [from, sha] = await git.exclusively(async () => {
    const { branches } = await git.refs();
    const own = branches.get(action.branch);
    const head = own ?? branches.get(repository.defaultBranch);
    const before = head === undefined ? undefined : (await git.commit(head))?.tree;
    const places = new Map<string, Place | undefined>();
    for (const [path, content] of Object.entries(action.files)) {
      const old = before === undefined ? undefined : await git.entry(before, path);
      // A file replaces a folder at its path; a file at its path keeps its mode.
      const kept = old === undefined || old.mode === '040000' ? '100644' : old.mode;
      const mode = typeof content === 'object' && content !== null && 'link' in content ? '120000' : kept;
      places.set(path, content === null ? undefined : { mode, sha: await git.store('blob', bytesOf(content)) });
    }
    const tree = await git.replace(before, places);
    const author = { name: account.name, email: account.email, time: Date.now(), zone: '+0800' };
    const parents = head === undefined ? [] : [head];
    const made = await git.makeCommit({
      tree,
      parents,
      author,
      committer: author,
      message: action.message ?? 'Change',
    });
    await git.updateRef(ref, made, own);
    return [own ?? null, made] as const;
  });
  await announcePush(host, repository, account, { ref, from, to: sha });
  return { sha };
}

async function call(host: Host, { operation, params, as }: Extract<Action, { do: 'call' }>): Promise<unknown> {
  const handler = handlerOf(operation);
  if (handler === undefined) throw new Error(`there is no operation ${operation}`);
  try {
    return (await handler(new Call(host, operation, params, someone(host, as)))).json ?? {};
  } catch (error) {
    if (error instanceof Refusal) throw new Error(`${operation} was refused: ${error.message}`, { cause: error });
    throw error;
  }
}
