import type { SeedStep } from '../git/fastImport.ts';
import { newRepository } from '../repositories.ts';
import type { Role, State } from '../state.ts';
import { addIssues } from './issues.ts';
import { pathOf } from './history.ts';
import { addAccount, signatureOf } from './people.ts';
import { addOrganization, withHistory } from './small.ts';
import { plainHistory } from './website.ts';

const day = 86_400_000;
const author = { name: 'Alice Winter', email: 'alice@example.org' };
const start = 1_767_580_000;

/** 100,000 files in 8,000 folders, and a branch where 20 of them differ. */
function* hugeTree(): Generator<SeedStep> {
  const files: Record<string, string> = { 'README.md': '# Huge\n\n100,000 files in 8,000 folders.\n' };
  for (let number = 0; number < 99_999; number += 1) files[hugePath(number)] = `export const number = ${number};\n`;
  yield { branch: 'main', message: 'A hundred thousand files\n', author, time: start, files };
  const changed = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [hugePath(at * 4_999), `changed ${at}\n`]));
  yield {
    branch: 'topic/twenty-changes',
    from: 'main',
    message: 'Change twenty\n',
    author,
    time: start + 60,
    files: changed,
  };
}

/** 7,580 folders hold the files; with the 420 above them they are 8,000. */
function hugePath(number: number): string {
  const folder = number % 7_580;
  const [a, b, c] = [folder % 20, Math.floor(folder / 20) % 20, Math.floor(folder / 400)];
  return `packages-${a}/part-${b}/unit-${c}/file-${number}.ts`;
}

/** 3,000 branches and 2,000 tags on a history of 500 commits. */
function* manyRefs(): Generator<SeedStep> {
  for (let number = 0; number < 500; number += 1) {
    const files = { [pathOf(number, 20)]: `${number}\n` };
    yield { branch: 'main', message: `Commit ${number}\n`, author, time: start + number * 3600, files };
    for (let more = 0; more < 6; more += 1)
      yield { newBranch: `topic/${number % 50}/branch-${number}-${more}`, at: 'main' };
    for (let more = 0; more < 4; more += 1) {
      const tag = `v${number}.${more}.0`;
      const message = more === 0 ? { message: `Version ${tag}\n`, author, time: start + number * 3600 } : {};
      yield { tag, at: 'main', ...message };
    }
  }
}

/** Adds to the small data 200 organizations, 5,000 repositories and some large ones of each kind. */
export async function fillLarge(state: State, root: string, now: number): Promise<void> {
  for (let number = 1; number <= 500; number += 1) {
    const login = `person-${String(number).padStart(3, '0')}`;
    addAccount(state, { login, name: `Person ${number}` }, now);
  }
  const people = [...state.accounts.keys()];
  const bob = signatureOf(state, 'bob');
  for (let number = 1; number <= 200; number += 1) {
    const login = `org-${String(number).padStart(3, '0')}`;
    const members = new Map<string, Role>([
      ['alice', number % 10 === 0 ? 'admin' : 'member'],
      ['bob', 'admin'],
    ]);
    if (number === 1) for (const person of people) members.set(person, members.get(person) ?? 'member');
    addOrganization(state, login, {
      name: `Organization ${number}`,
      description: `Number ${number}`,
      created: now - number * day,
      members,
    });
    for (let at = 1; at <= 25; at += 1) {
      const path = `repository-${at}`;
      const times = { created: now - (number + at) * day, updated: now - at * day, pushed: now - at * day };
      newRepository(
        state,
        root,
        { owner: login, path, creator: 'bob', ...times, stars: (number * at) % 997 },
        withHistory(() => plainHistory(path, bob)),
      );
    }
  }
  const add = (path: string, steps: () => Iterable<SeedStep>): ReturnType<typeof newRepository> =>
    newRepository(
      state,
      root,
      { owner: 'alice', path, creator: 'alice', created: now - 300 * day },
      withHistory(steps),
    );
  const huge = add('huge', hugeTree);
  const refs = add('many-refs', manyRefs);
  const issues = add('many-issues', () => plainHistory('many-issues', author));
  addIssues(state, issues, now, 20_000);
  for (let number = 0; number < 500; number += 1) {
    const tag = `v${number}.0.0`;
    const created = now - (500 - number) * day;
    refs.releases.set(tag, {
      id: state.nextId(),
      tag,
      target: 'main',
      name: `Version ${number}`,
      body: `Release ${number}\n`,
      draft: false,
      status: number % 7 === 0 ? 'pre' : 'latest',
      author: 'alice',
      created,
      updated: created,
      assets: [],
    });
  }
  await Promise.all([huge.git(), refs.git()]);
}
