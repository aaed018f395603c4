import { join } from 'node:path';
import { Refusal, invalid } from './answer.ts';
import type { Call } from './call.ts';
import { usualSettings } from './gates.ts';
import { importHistory, makeBare, type SeedFile } from './git/fastImport.ts';
import { GitRepository } from './git/repository.ts';
import { fullName, type Repository, type State, type Visibility } from './state.ts';

export type GitSource = (directory: string) => Promise<void>;

/** A repository whose git data `source` creates at its first use. */
export function newRepository(
  state: State,
  root: string,
  about: Pick<Repository, 'owner' | 'path' | 'creator' | 'created'> & Partial<Omit<Repository, 'id' | 'git' | 'rest'>>,
  source: GitSource,
): Repository {
  const id = state.nextId();
  const directory = join(root, `${id}.git`);
  let git: Promise<GitRepository> | undefined;
  const repository: Repository = {
    name: about.path,
    description: '',
    homepage: '',
    visibility: 'public',
    archived: false,
    defaultBranch: 'main',
    updated: about.created,
    pushed: about.created,
    stars: 0,
    forks: 0,
    watchers: 1,
    fork: false,
    license: null,
    type: 'Code',
    language: null,
    starredBy: new Set(),
    restricted: false,
    modules: { has_issue: true, has_wiki: true },
    settings: usualSettings,
    reviewers: { assignees: [], testers: [], assignees_number: 0, testers_number: 0 },
    members: new Map(),
    rules: new Map(),
    protectedTags: new Map(),
    labels: new Map(),
    issues: new Map(),
    pullRequests: new Map(),
    milestones: new Map(),
    releases: new Map(),
    hooks: new Map(),
    lfsLocks: new Map(),
    ...about,
    id,
    git: () => (git ??= source(directory).then(() => new GitRepository(directory))),
    rest: async () => (await git)?.rest(),
  };
  state.repositories.set(fullName(repository), repository);
  return repository;
}

const validPath = /^[A-Za-z0-9_][\w.-]{0,190}$/;

/** POST /user/repos and /orgs/{org}/repos. */
export async function createRepository(call: Call, owner: string, visibility: Visibility): Promise<Repository> {
  const name = call.text('name');
  const path = call.optionalText('path') ?? name.trim().replaceAll(' ', '-');
  if (!validPath.test(path) || path.endsWith('.git'))
    throw invalid('path can contain only letters, digits, underscores, dots and hyphens');
  if (call.state.repositories.has(fullName({ owner, path })))
    throw new Refusal(400, 'Path has already been taken', { code: 400 });
  const defaultBranch = call.optionalText('default_branch') ?? 'main';
  const files = startingFiles(call);
  const { login: creator, name: author, email } = call.user;
  const repository = newRepository(
    call.state,
    call.host.directory,
    {
      owner,
      path,
      name,
      creator,
      created: Date.now(),
      description: call.text('description'),
      homepage: call.text('homepage'),
      visibility,
      defaultBranch,
      license: call.optionalText('license_template') ?? null,
      modules: { has_issue: call.flag('has_issues') ?? true, has_wiki: call.flag('has_wiki') ?? true },
    },
    async (directory) => {
      await makeBare(directory, defaultBranch);
      const time = Math.floor(Date.now() / 1000);
      const commit = { branch: defaultBranch, message: 'Initial commit', author: { name: author, email }, time, files };
      if (Object.keys(files).length > 0) await importHistory(directory, [commit]);
    },
  );
  await repository.git();
  return repository;
}

function startingFiles(call: Call): Record<string, SeedFile> {
  const ignored = call.optionalText('gitignore_template');
  const license = call.optionalText('license_template');
  return {
    ...(call.flag('auto_init') === true
      ? { 'README.md': `# ${call.text('name')}\n\n${call.text('description')}\n` }
      : {}),
    ...(ignored === undefined ? {} : { '.gitignore': `# ${ignored}\n*.log\nnode_modules/\n` }),
    ...(license === undefined ? {} : { LICENSE: `${license}\n` }),
  };
}
