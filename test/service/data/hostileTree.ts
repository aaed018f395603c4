import { makeBare } from '../git/fastImport.ts';
import { GitRepository } from '../git/repository.ts';

const person = { name: 'Erik', email: 'erik@example.org', time: 1_767_600_000_000, zone: '+0800' };

/** Entries that git does not write, but a hostile service can send. */
const names = [
  '..',
  '.',
  '.git',
  'a\\..\\b',
  'line\nbreak',
  'bell\u0007',
  '\u202etxt.exe',
  'CON',
  'trailing. ',
  'normal.txt',
];

export async function makeHostile(directory: string): Promise<void> {
  await makeBare(directory, 'main');
  const git = new GitRepository(directory);
  const blob = await git.store('blob', Buffer.from('Harmless.\n'));
  const readme = await git.store('blob', Buffer.from('# Hostile names\n\nNone of them may become a path.\n'));
  const entries = names.map((name) => [name, { mode: '100644', sha: blob }] as const);
  const tree = await git.replace(undefined, new Map([['README.md', { mode: '100644', sha: readme }], ...entries]));
  const message = 'Names that are not to be trusted\n';
  const sha = await git.makeCommit({ tree, parents: [], author: person, committer: person, message });
  await git.updateRef('refs/heads/main', sha, undefined);
  git.rest();
}
