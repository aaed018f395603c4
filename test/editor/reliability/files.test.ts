import { commands, workspace } from 'vscode';
import { bytes } from '../../kit/bytes.ts';
import { until } from '../../kit/until.ts';
import { describeDeeds, fileAt, sentencesOf, type Plot } from './ground.ts';

const first = 'one\ntwo\n';
const mine = 'one\ntwo\nmine\n';
const added = 'new\n';
const run = async (id: string, plot: Plot, args: object = {}): Promise<unknown> =>
  await commands.executeCommand(`sourcehost.${id}`, {
    host: 'local',
    repository: `alice/${plot.repo}`,
    ref: 'main',
    ...args,
  });

/** Executes one action. After a failure, the user must have a message. Returns whether it succeeded. */
async function tries(plot: Plot, what: string, work: () => PromiseLike<unknown>): Promise<boolean> {
  const name = `${what} while ${plot.operation} fails`;
  const { error } = await plot.line.ends(name, work());
  const words = error === undefined ? undefined : sentencesOf(error);
  if (words !== undefined) plot.line.reads(name, words);
  return error === undefined;
}

const text = async (plot: Plot, path: string): Promise<string> =>
  new TextDecoder().decode(await workspace.fs.readFile(fileAt(plot, path)));

const commit = (plot: Plot): Promise<unknown> => run('commit.create', plot, { message: 'Mine {path}' });

describe('remote files', () => {
  const saved = new Map<Plot, readonly boolean[]>();
  describeDeeds('files', {
    prepare: ({ repo, service }) =>
      service.act({
        do: 'push',
        repository: `alice/${repo}`,
        branch: 'main',
        files: { 'read.txt': `${repo}\n`, 'changed.txt': first, 'removed.txt': repo, 'folder/deep.txt': repo },
      }),
    under: async (plot) => {
      await tries(plot, 'opening', () => workspace.fs.readDirectory(fileAt(plot, '')));
      await tries(plot, 'opening a folder', () => workspace.fs.readDirectory(fileAt(plot, 'folder')));
      await tries(plot, 'asking', () => workspace.fs.stat(fileAt(plot, 'read.txt')));
      await tries(plot, 'reading', () => workspace.fs.readFile(fileAt(plot, 'read.txt')));
      await tries(plot, 'reading', () => workspace.fs.readFile(fileAt(plot, 'changed.txt')));
      saved.set(plot, [
        await tries(plot, 'saving', () => workspace.fs.writeFile(fileAt(plot, 'changed.txt'), bytes(mine))),
        await tries(plot, 'saving', () => workspace.fs.writeFile(fileAt(plot, 'added.txt'), bytes(added))),
        await tries(plot, 'removing', () => workspace.fs.delete(fileAt(plot, 'removed.txt'))),
      ]);
      await tries(plot, 'committing', () => commit(plot));
    },
    after: async (plot) => {
      const { line, service, repo, operation } = plot;
      const repository = `alice/${repo}`;
      const [changes = false, adds = false, removes = false] = saved.get(plot) ?? [];
      const still = async (path: string, wanted: string): Promise<void> => {
        let now = '';
        // An answer that was stored for a moment is requested again.
        await until(async () => (now = await text(plot, path).catch(String)) === wanted).catch(() => undefined);
        if (now !== wanted) line.note('lost', `${path} after ${operation} failed: ${JSON.stringify(now)}`);
      };
      if (changes) await still('changed.txt', mine);
      if (adds) await still('added.txt', added);
      await still('read.txt', `${repo}\n`);
      // Unsaved texts are still in their editor, and are saved now.
      if (!changes) await workspace.fs.writeFile(fileAt(plot, 'changed.txt'), bytes(mine));
      if (!adds) await workspace.fs.writeFile(fileAt(plot, 'added.txt'), bytes(added));
      if (!removes) await workspace.fs.delete(fileAt(plot, 'removed.txt'));
      // A text that was saved while the folder seemed empty is a new file, and conflicts with the existing one.
      const args = { path: 'changed.txt', side: 'mine' };
      const again = async (error: unknown): Promise<unknown> =>
        (error as { kind?: unknown }).kind === 'conflict' ? await run('conflict.resolve', plot, args) : undefined;
      await commit(plot).catch(again);
      const problem = await commit(plot).then(() => undefined, String);
      const held = await service.git(repository, 'ls-tree', '-r', '--name-only', 'main');
      const log = await service.git(repository, 'log', '--format=%s', 'main');
      const made = log.split('\n').filter((line) => line.startsWith('Mine'));
      const right = (await service.git(repository, 'show', 'main:changed.txt')) === mine.trimEnd();
      if (!right || !held.includes('added.txt') || held.includes('removed.txt'))
        line.note('lost', `after ${operation} failed: ${problem ?? ''}; the service holds ${held}`);
      if (made.length > 3) line.note('lost', `after ${operation} failed: committed ${made.join(', ')}`);
    },
  });
});
