import assert from 'node:assert/strict';
import { commands, Uri, workspace } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const folder = Uri.parse('sourcehost://local/alice/samples');

describe('a repository that was renamed on the host', () => {
  const service = new RemoteService();
  const person = new Person();

  before(() => signIn(service, 'alice'));
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.calm();
    await rename('renamed-samples', 'samples');
  });
  after(async () => {
    await commands.executeCommand('sourcehost.draft.discard', { host: 'local', repository: 'alice/renamed-samples' });
    await tidy();
  });

  const rename = async (repo: string, path: string): Promise<unknown> =>
    await service.call('repositories.edit', { repo, name: path, path });

  it('asks for the new name, moves the drafts to it and opens the folder under it', async () => {
    await workspace.fs.writeFile(Uri.joinPath(folder, 'draft.txt'), Buffer.from('typed'));
    await rename('samples', 'renamed-samples');
    await service.set({ habits: { movedRepository: 302 } });
    await commands.executeCommand('sourcehost.milestone.create', {
      host: 'local',
      repository: 'alice/samples',
      title: 'Under the old name',
      due_on: '2028-01-31',
    });
    await person.answers(
      /^alice\/samples is now alice\/renamed-samples on .+\. Use the new name here\?/,
      'Use New Name',
    );
    await person.opens(/sourcehost:\/\/local\/alice\/renamed-samples$/);
    const moved = Uri.parse('sourcehost://local/alice/renamed-samples/draft.txt');
    await until(async () => Buffer.from(await workspace.fs.readFile(moved)).toString() === 'typed');
    await assert.rejects(Promise.resolve(workspace.fs.readFile(Uri.joinPath(folder, 'draft.txt'))));
    const pages = (await service.requests('milestones.create')).map(({ path, status }) => [path, status]);
    assert.deepEqual(pages, [
      ['/api/v5/repos/alice/samples/milestones', 302],
      ['/api/v5/repos/alice/renamed-samples/milestones', 201],
    ]);
  });
});
