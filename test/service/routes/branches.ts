import type {
  branches as branchTable,
  branchRules as ruleTable,
  protectedTags as protectedTagTable,
  tags as tagTable,
} from '../../../src/api/endpoints/branches.ts';
import { forbidden, invalid, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { branchDetail, listedBranch, tagForm } from '../forms/git.ts';
import { protectedTagForm, ruleForm } from '../forms/rules.ts';
import { parseHeaders, parseSignature, type Commit } from '../git/objects.ts';
import type { GitRepository, TagRef } from '../git/repository.ts';
import { mayPush, mayTag, ruleOf } from '../protection.ts';
import { announcePush } from '../push.ts';
import { byText } from '../selection.ts';
import type { Repository } from '../state.ts';
import { made, changed, nothing, type Handlers } from './handler.ts';

/** What git accepts as the name of a branch or tag. */
function isRefName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- git forbids them
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^@$|^-/.test(name)) return false;
  return name !== '' && name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}

async function commitsOf(git: GitRepository, shas: readonly string[]): Promise<Commit[]> {
  const commits = await Promise.all(shas.map((sha) => git.commit(sha)));
  return commits.filter((commit) => commit !== undefined);
}

export const branches: Handlers<typeof branchTable> = {
  list: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    let entries = [...(await git.refs()).branches].sort(([one], [other]) => byText(one, other));
    const updated = call.optionalText('sort') === 'updated';
    if (updated) {
      const times = new Map(
        (
          await commitsOf(
            git,
            entries.map(([, sha]) => sha),
          )
        ).map((c) => [c.sha, c.committer.time]),
      );
      entries = entries.sort(([, one], [, other]) => (times.get(one) ?? 0) - (times.get(other) ?? 0));
    }
    if ((call.optionalText('direction') ?? (updated ? 'desc' : 'asc')) === 'desc') entries.reverse();
    const page = call.page(entries);
    const commits = await commitsOf(
      git,
      page.map(([, sha]) => sha),
    );
    return ok(
      page.map(([name], at) =>
        listedBranch(call, repository, name, commits[at]!, ruleOf(repository, name) !== undefined),
      ),
    );
  },

  create: async (call) => {
    const repository = call.writable();
    const git = await repository.git();
    const name = call.text('branch_name');
    if (!isRefName(name)) throw invalid('branch_name is invalid');
    const sha = await startOf(git, call.text('refs'));
    const commit = await git.exclusively(async () => {
      if ((await git.refs()).branches.has(name)) throw new Refusal(400, `Branch already exists: ${name}`);
      await git.updateRef(`refs/heads/${name}`, sha, undefined).catch(() => {
        throw new Refusal(400, `The branch cannot be created: ${name}`);
      });
      return await git.commit(sha);
    });
    await announcePush(call.host, repository, call.user, { ref: `refs/heads/${name}`, from: null, to: sha });
    return made(call, listedBranch(call, repository, name, commit!, ruleOf(repository, name) !== undefined));
  },

  get: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const name = call.text('branch');
    const { branches: known } = await git.refs();
    const sha = known.get(name) ?? (call.habits.unknownBranch === 'revision' ? await git.revision(name) : undefined);
    const commit = sha === undefined ? undefined : await git.commit(sha);
    if (commit === undefined) throw missing('404 Branch Not Found');
    const head = (await git.refs()).branches.get(repository.defaultBranch);
    const facts = {
      protected: ruleOf(repository, name) !== undefined,
      merged: name !== repository.defaultBranch && head !== undefined && (await isMerged(git, commit.sha, head)),
      canPush: mayPush(call, repository, name, call.account?.login),
    };
    return ok(branchDetail(call.host, repository, name, commit, facts));
  },
};

const isMerged = (git: GitRepository, commit: string, head: string): Promise<boolean> =>
  git.computed(`merged ${commit} ${head}`, () =>
    git.ask(['merge-base', '--is-ancestor', commit, head]).then(
      () => true,
      () => false,
    ),
  );

/** The commit where a new branch or tag starts. */
async function startOf(git: GitRepository, refs: string): Promise<string> {
  const sha = await git.resolve(refs, ['branch', 'tag', 'commit']);
  if (sha === undefined) throw new Refusal(400, `${refs} is not exist`, { code: 404, codeName: 'UN_KNOW' });
  return sha;
}

export const branchRules: Handlers<typeof ruleTable> = {
  create: (call) => {
    setRule(call, call.text('wildcard'), false);
    return nothing(call, '200');
  },

  edit: (call) => {
    setRule(call, call.text('wildcard'), true);
    return nothing(call, '200');
  },

  remove: (call) => {
    if (!call.writable('admin').rules.delete(call.text('wildcard'))) throw missing('404 Protected Branch Not Found');
    return nothing(call, '200');
  },

  list: (call) => {
    const repository = call.repository();
    return ok([...repository.rules.values()].map((rule) => ruleForm(call, repository, rule)));
  },
};

function setRule(call: Call, wildcard: string, exists: boolean): void {
  const repository = call.writable('admin');
  if (repository.rules.has(wildcard) !== exists)
    throw exists ? missing('404 Protected Branch Not Found') : new Refusal(400, `${wildcard} already exists`);
  const [pusher, merger] = [call.text('pusher'), call.text('merger')];
  const isKeyword = (name: string): boolean => ['develop', 'admin', 'empty'].includes(name);
  for (const who of [pusher, merger])
    if (call.habits.ruleNames === 'apart' && who.includes(';') && who.split(';').some(isKeyword))
      throw invalid('keywords and names cannot be mixed');
  for (const name of `${pusher};${merger}`.split(';'))
    if (!isKeyword(name) && !call.state.accounts.has(name))
      throw invalid(`${name} is neither develop, admin or empty nor a user`);
  repository.rules.set(wildcard, { wildcard, pusher, merger, updated: Date.now() });
}

export const tags: Handlers<typeof tagTable> = {
  list: async (call) => {
    const repository = call.repository();
    const git = await repository.git();
    const all = [...(await git.refs()).tags.values()].sort((one, other) => byText(other.name, one.name));
    return ok(await Promise.all(call.page(all).map((ref) => describeTag(call, git, ref))));
  },

  create: async (call) => {
    const repository = call.writable();
    const git = await repository.git();
    const name = call.text('tag_name');
    if (!isRefName(name)) throw invalid('tag_name is invalid');
    const sha = await startOf(git, call.text('refs'));
    const ref = await makeTag(call, repository, name, sha, call.text('tag_message'));
    return made(call, await describeTag(call, git, ref));
  },
};

async function describeTag(call: Call, git: GitRepository, ref: TagRef): Promise<unknown> {
  const commit = await git.commit(ref.commit);
  const object = ref.object === undefined ? undefined : await git.object(ref.object);
  const parsed = object === undefined ? undefined : parseHeaders(object.data);
  const tagger = parsed?.headers.find(([header]) => header === 'tagger')?.[1];
  const annotation = parsed && { message: parsed.message, tagger: parseSignature(tagger) };
  return tagForm(ref, commit!, annotation, call.habits);
}

/** Creates a tag, annotated if there is a message, and sends its event. Refuses if it exists or is protected. */
export async function makeTag(
  call: Call,
  repository: Repository,
  name: string,
  commit: string,
  message: string,
): Promise<TagRef> {
  const git = await repository.git();
  const { user } = call;
  if (!mayTag(call, repository, name, user.login)) throw forbidden(`You are not allowed to create the tag ${name}`);
  const ref = await git.exclusively(async (): Promise<TagRef> => {
    if ((await git.refs()).tags.has(name)) throw new Refusal(400, `Tag already exists: ${name}`);
    const tagger = `${user.name} <${user.email}> ${Math.floor(Date.now() / 1000)} +0800`;
    const content = `object ${commit}\ntype commit\ntag ${name}\ntagger ${tagger}\n\n${message}\n`;
    const object = message === '' ? undefined : await git.store('tag', Buffer.from(content));
    await git.updateRef(`refs/tags/${name}`, object ?? commit, undefined).catch(() => {
      throw new Refusal(400, `The tag cannot be created: ${name}`);
    });
    return { name, commit, ...(object === undefined ? {} : { object }) };
  });
  await announcePush(call.host, repository, user, { ref: `refs/tags/${name}`, from: null, to: commit });
  return ref;
}

export const protectedTags: Handlers<typeof protectedTagTable> = {
  list: (call) => ok(call.page([...call.repository().protectedTags]).map(protectedTagForm)),

  get: (call) => {
    const name = call.text('tag_name');
    return ok(protectedTagForm([name, levelOf(call.repository(), name)]));
  },

  create: (call) => {
    const { protectedTags: known } = call.writable('admin');
    const name = call.text('name');
    if (known.has(name)) throw new Refusal(400, `${name} already exists`);
    const level = call.number('create_access_level') ?? 40;
    known.set(name, level);
    return made(call, protectedTagForm([name, level]));
  },

  edit: (call) => {
    const repository = call.writable('admin');
    const name = call.text('name');
    levelOf(repository, name);
    const level = call.number('create_access_level') ?? 40;
    repository.protectedTags.set(name, level);
    return changed(call, protectedTagForm([name, level]));
  },

  remove: (call) => {
    const repository = call.writable('admin');
    const name = call.text('tag_name');
    levelOf(repository, name);
    repository.protectedTags.delete(name);
    return nothing(call, '204');
  },
};

function levelOf({ protectedTags: known }: Repository, name: string): number {
  const level = known.get(name);
  if (level === undefined) throw missing('404 Protected Tag Not Found');
  return level;
}
