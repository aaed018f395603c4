import type { forks as table } from '../../../src/api/endpoints/optional/more.ts';
import { forbidden, missing, ok, Refusal } from '../answer.ts';
import { forkedForm, listedFork } from '../forms/repository.ts';
import { makeBare } from '../git/fastImport.ts';
import { announcePush } from '../push.ts';
import { newRepository } from '../repositories.ts';
import { roleIn } from '../rights.ts';
import { fullName, type Repository } from '../state.ts';
import { changed, made, type Handlers } from './handler.ts';

export const forks: Handlers<typeof table> = {
  create: async (call) => {
    const parent = call.repository();
    const { state, user } = call;
    if (parent.modules.has_fork === false) throw forbidden('Forks are switched off for this repository');
    const owner = call.optionalText('organization') ?? user.login;
    if (owner !== user.login && roleIn(state, owner, user.login) === undefined) throw forbidden();
    const name = fullName(parent);
    const others = [...state.repositories.values()].filter((one) => one.owner === owner);
    if (others.some((one) => one.parent === name)) throw new Refusal(400, 'Project already forked', { code: 400 });
    const wanted = call.optionalText('path') ?? parent.path;
    // Another repository can have the path.
    const path = others.some((one) => one.path === wanted) ? `${wanted}-1` : wanted;
    const { defaultBranch, language, license, visibility } = parent;
    const source = await parent.git();
    const about = { owner, path, name: call.optionalText('name') ?? parent.name, creator: user.login };
    const taken = { defaultBranch, language, license, visibility, parent: name, fork: true };
    const fork = newRepository(
      state,
      call.host.directory,
      { ...about, ...taken, created: Date.now() },
      async (directory) => await makeBare(directory, defaultBranch),
    );
    const refs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
    await (await fork.git()).run(['fetch', '--quiet', source.directory, ...refs]);
    parent.forks += 1;
    return made(call, forkedForm(call.host, fork));
  },

  list: (call) => {
    const name = fullName(call.repository());
    const all = [...call.state.repositories.values()].filter(({ parent }) => parent === name);
    const order = call.optionalText('sort') ?? 'newest';
    const rank = ({ created, stars }: Repository): number =>
      order === 'stargazers' ? -stars : order === 'oldest' ? created : -created;
    return ok(call.page(all.toSorted((one, other) => rank(one) - rank(other))).map((one) => listedFork(call, one)));
  },

  sync: async (call) => {
    const fork = call.writable();
    const parent = call.state.repositories.get(fork.parent ?? '');
    if (parent === undefined) throw new Refusal(400, 'The repository is not a fork');
    const branch = call.text('branch');
    const [git, source] = [await fork.git(), await parent.git()];
    const to = (await source.refs()).branches.get(branch);
    if (to === undefined) throw missing(`404 Branch Not Found: ${branch}`);
    const from = (await git.refs()).branches.get(branch);
    await git.run(['fetch', '--quiet', source.directory, to]);
    const own = from === undefined ? '0' : (await git.ask(['rev-list', '--count', `${to}..${from}`])).toString().trim();
    if (own !== '0' && call.flag('force') !== true) {
      if (call.habits.syncConflict === '400') throw new Refusal(400, 'Sync conflict: the branches have diverged');
      return changed(call, { repo_sync_result: false });
    }
    if (from !== to) {
      await git.exclusively(async () => await git.updateRef(`refs/heads/${branch}`, to, from));
      await announcePush(call.host, fork, call.user, { ref: `refs/heads/${branch}`, from: from ?? null, to });
    }
    return changed(call, { repo_sync_result: true });
  },
};
