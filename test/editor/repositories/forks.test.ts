import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { target } from '../../../src/editor/kit/prompts/target.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { run } from '../kit/run.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = (path: string): Uri => Uri.parse(`sourcehost://local/alice/website@main/${path}`);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('forks', () => {
  const service = new RemoteService();
  const person = new Person();

  before(async () => {
    await service.reset();
    await signIn(service, 'carol');
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.heal();
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('take a commit that the account may not push, and offer a pull request into the parent', async () => {
    await workspace.fs.writeFile(at('README.md'), bytes('# By carol\n'));
    await person.answers(/^“README\.md” is saved as a draft on this computer only/, 'Commit to Your Fork…');
    await person.enters('Say who wrote it');
    const { actions, detail } = await person.answers(/^You cannot commit to main\.$/, 'Commit to Your Fork…');
    assert.deepEqual(actions, ['Commit to Your Fork…']);
    assert.match(detail, /carol has read-only access to alice\/website/);
    await person.enters('by-carol');
    await person.answers(/^Committed to the new branch “by-carol” of carol\/website\.$/, 'Create Pull Request…');
    assert.equal(await service.git('carol/website', 'log', '-1', '--format=%s', 'by-carol'), 'Say who wrote it');
    assert.equal(await service.git('carol/website', 'show', 'by-carol:README.md'), '# By carol');
    await until(() => window.activeTextEditor?.document.getText().includes('carol/website:by-carol') === true);
    const { document } = window.activeTextEditor ?? assert.fail();
    assert.equal(document.uri.path.split('/').slice(1, 3).join('/'), 'alice/website');
    assert.match(document.getText(), /^base: main$/m);
  });

  it('take a commit on the newest one of the parent, also if they have gone their own way', async () => {
    for (const repository of ['alice/website', 'carol/website'])
      await service.act({ do: 'push', repository, branch: 'main', files: { [`${repository}.txt`]: '1' } });
    const own = await service.git('carol/website', 'rev-parse', 'main');
    await workspace.fs.writeFile(at('README.md'), bytes('# By carol again\n'));
    const place = { host: 'local', repository: 'alice/website', ref: 'main' };
    void commands.executeCommand('sourcehost.commit.create', { [target]: place });
    await person.enters('Say it again');
    await person.answers(/^You cannot commit to main\.$/, 'Commit to Your Fork…');
    await person.enters('again');
    await person.answers(/^Committed to the new branch “again” of carol\/website\.$/);
    assert.equal(
      await service.git('carol/website', 'rev-parse', 'again^'),
      await service.git('alice/website', 'rev-parse', 'main'),
    );
    assert.equal(await service.git('carol/website', 'rev-parse', 'main'), own);
  });

  it('leave the drafts where they are if a question is left or the host refuses', async () => {
    const file = at('LICENSE');
    await workspace.fs.writeFile(file, bytes('By carol\n'));
    const place = { host: 'local', repository: 'alice/website', ref: 'main' };
    const isDraft = async (): Promise<boolean> =>
      new TextDecoder().decode(await workspace.fs.readFile(file)) === 'By carol\n';
    let ran: Promise<unknown> | undefined;
    const commit = async (): Promise<void> => {
      ran = Promise.resolve(commands.executeCommand('sourcehost.commit.create', { [target]: place }));
      await person.enters('License');
      await person.answers(/^You cannot commit to main\.$/, 'Commit to Your Fork…');
    };
    await commit();
    await person.dismisses();
    await ran;
    assert.ok(await isDraft());
    await service.fail({ operation: 'branches.create', fault: { kind: 'error', status: 403, words: 'no' } });
    await commit();
    await person.enters('refused');
    await ran;
    await person.tells(/permission/);
    assert.ok(await isDraft());
    assert.equal(await service.git('carol/website', 'for-each-ref', 'refs/heads/refused'), '');
  });

  it('are offered also where the window knows already that the account may not push', async () => {
    const known = Uri.parse('sourcehost://local/alice/website@develop/README.md');
    assert.equal((await workspace.fs.stat(known)).permissions, undefined);
    await workspace.fs.writeFile(known, bytes('# By carol\n'));
    await person.answers(/^“README\.md” is saved as a draft on this computer only/, 'Commit to Your Fork…');
    await person.dismisses();
  });
});

describe('a fork', () => {
  const service = new RemoteService();
  const person = new Person();
  const place = { host: 'local', repository: 'erik/website' };

  before(async () => {
    await service.reset();
    await signIn(service, 'erik');
    for (const [repository, file] of [
      ['alice/website', 'theirs.txt'],
      ['erik/website', 'own.txt'],
    ] as const)
      await service.act({ do: 'push', repository, branch: 'main', files: { [file]: '1' }, message: `Add ${file}` });
    person.sit();
  });
  after(async () => {
    person.leave();
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('is synchronized after a question that names the branch and what is lost', async () => {
    assert.equal(
      (await run<{ readonly synced: boolean }>('repository.syncFork', { ...place, branch: 'main' })).synced,
      false,
    );
    const done = commands.executeCommand('sourcehost.repository.syncFork', { [target]: { ...place, branch: 'main' } });
    const question = await person.answers(
      /^Bring main of erik\/website to main of alice\/website\?$/,
      'Discard Commits and Synchronize',
    );
    assert.match(question.detail, /lost: 1\nAdd own\.txt$/);
    await person.waitsFor(Promise.resolve(done));
    assert.equal(
      await service.git('erik/website', 'rev-parse', 'main'),
      await service.git('alice/website', 'rev-parse', 'main'),
    );
  });

  it('is not synchronized for a branch that the parent does not have, which a person is told', async () => {
    void commands.executeCommand('sourcehost.repository.syncFork', { [target]: { ...place, branch: 'patch-1' } });
    await person.tells(/patch-1.*alice\/website/);
  });

  it('is compared with its parent', async () => {
    await service.act({ do: 'push', repository: 'erik/website', branch: 'develop', files: { 'mine.txt': '1' } });
    const files = await run<readonly { readonly path: string }[]>('ref.compare', {
      ...place,
      base: 'alice/website:develop',
      head: 'develop',
    });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['mine.txt'],
    );
  });
});
