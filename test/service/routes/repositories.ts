import type { repositories as table } from '../../../src/api/endpoints/repositories.ts';
import { invalid, missing, ok, Refusal, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { stamp } from '../forms/times.ts';
import { createdForm, summary } from '../forms/repository.ts';
import { contributorsOf, languagesOf } from '../figures.ts';
import { roleIn } from '../rights.ts';
import { fullName, type Repository } from '../state.ts';
import { changed, type Handlers } from './handler.ts';

export const repositories: Handlers<typeof table> = {
  get: (call) => ok(summary(call, call.repository())),

  edit: async (call) => {
    const repository = call.writable('admin');
    const branch = call.optionalText('default_branch');
    const git = await repository.git();
    if (branch !== undefined && branch !== repository.defaultBranch) {
      if (!(await git.refs()).branches.has(branch)) throw missing(`404 Branch Not Found: ${branch}`);
      await git.run(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
      repository.defaultBranch = branch;
    }
    const path = call.optionalText('path');
    if (path !== undefined && path !== repository.path) moveRepository(call, repository, repository.owner, path);
    const cleared = call.habits.editFields === 'cleared' ? '' : undefined;
    repository.name = call.text('name');
    repository.description = call.optionalText('description') ?? cleared ?? repository.description;
    repository.homepage = call.optionalText('homepage') ?? cleared ?? repository.homepage;
    const isPrivate = call.flag('private');
    if (isPrivate !== undefined) repository.visibility = isPrivate ? 'private' : 'public';
    repository.modules.lfs = call.flag('lfs_enabled') ?? repository.modules.lfs ?? false;
    repository.updated = Date.now();
    return changed(call, createdForm(call.host, repository));
  },

  languages: async (call) => ok(await languagesOf(call.repository())),

  contributors: async (call) => ok(await contributorsOf(call.repository(), call.optionalText('type') ?? 'committers')),

  setModules: (call) => {
    const repository = call.writable('admin');
    Object.assign(
      repository.modules,
      Object.fromEntries(Object.entries(call.params).filter(([name]) => name.startsWith('has_'))),
    );
    return done();
  },

  setReviewers: (call) => {
    const repository = call.writable('admin');
    const fields = ['assignees', 'testers', 'assignees_number', 'testers_number'];
    if (!fields.some((field) => call.has(field))) throw invalid(`at least one of ${fields.join(', ')} is required`);
    const { reviewers } = repository;
    for (const field of ['assignees', 'testers'] as const) {
      const logins = call.names(field);
      for (const login of logins ?? []) call.accountNamed(login);
      if (logins !== undefined) reviewers[field] = logins;
    }
    reviewers.assignees_number = call.number('assignees_number') ?? reviewers.assignees_number;
    reviewers.testers_number = call.number('testers_number') ?? reviewers.testers_number;
    repository.updated = Date.now();
    return changed(call, {
      id: repository.id,
      created_at: stamp(repository.created),
      updated_at: stamp(repository.updated),
    });
  },

  setStatus: (call) => {
    const repository = ownedBy(call);
    if (call.text('password') !== password) return failed(call, 403, 'The password is wrong');
    repository.archived = call.number('status') === 2;
    repository.updated = Date.now();
    return done();
  },

  transfer: (call) => {
    const repository = ownedBy(call);
    const target = call.text('transfer_to');
    if (call.text('password') !== password) return failed(call, 403, 'The password is wrong');
    const { state } = call;
    if (!state.organizations.has(target) && !state.accounts.has(target))
      return failed(call, 404, `There is no namespace ${target}`);
    if (target !== call.user.login && roleIn(state, target, call.user.login) !== 'admin')
      return failed(call, 403, `You may not move a repository to ${target}`);
    if (state.repositories.has(fullName({ owner: target, path: repository.path })))
      return failed(call, 409, 'Path has already been taken');
    moveRepository(call, repository, target, repository.path);
    return done();
  },

  permissionMode: (call) => {
    call.repository();
    return ok({ mode: 'inherit', members: [...call.repository().members.keys()] });
  },
};

/** The password of every demo account, for archiving and transferring. */
export const password = 'demo';

const done = (): Answer => ok({ code: 1, msg: 'success' });
const failed = ({ habits }: Call, code: number, msg: string): Answer => ({
  status: habits.acknowledgedNo,
  json: { code, msg },
});

/** The repository of `/org/{org}/…/{repo}`, for its admins. `org` can also be a user. */
function ownedBy(call: Call): Repository {
  const { state, user } = call;
  const repository = state.repositories.get(fullName({ owner: call.text('org'), path: call.text('repo') }));
  if (repository === undefined) throw missing('404 Project Not Found');
  if (repository.owner !== user.login && roleIn(state, repository.owner, user.login) !== 'admin')
    throw new Refusal(403, 'You do not have permission to do this');
  return repository;
}

/** Moves a repository to another address. */
function moveRepository(call: Call, repository: Repository, owner: string, path: string): void {
  const { repositories: all } = call.state;
  if (all.has(fullName({ owner, path }))) throw new Refusal(400, 'Path has already been taken');
  all.delete(fullName(repository));
  call.state.moved.set(fullName(repository), fullName({ owner, path }));
  [repository.owner, repository.path] = [owner, path];
  all.set(fullName(repository), repository);
}
