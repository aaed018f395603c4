import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CancellationTokenSource, commands, DataTransfer, DataTransferItem, Uri } from 'vscode';
import * as dragging from '../../../src/editor/kit/tree/dragging.ts';
import { dragAndDrop } from '../../../src/editor/kit/tree/dragAndDrop.ts';
import { accountsOf } from '../../../src/editor/sidebar/accountRows.ts';
import { issuesOf } from '../../../src/editor/features/issues/issueRows.ts';
import { milestonesOf } from '../../../src/editor/features/milestones/milestoneRows.ts';
import { releasesOf } from '../../../src/editor/features/releases/releaseRows.ts';
import { itemOf } from '../../../src/editor/kit/tree/item.ts';
import type { RowEntry } from '../../../src/editor/kit/tree/listing.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { Looking, Sidebar } from './sidebar.ts';

describe('drag and drop', () => {
  let sidebar: Sidebar;
  let scratch: string;
  const { token } = new CancellationTokenSource();
  const person = new Person();

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sourcehost-dropped-'));
    sidebar = new Sidebar();
    await sidebar.service.reset();
    await signIn(sidebar.service, 'alice');
  });
  beforeEach(() => (sidebar = new Sidebar()));
  after(async () => {
    await commands.executeCommand('sourcehost.account.signOut', {});
    assert.deepEqual(await sidebar.service.violations(), []);
    await rm(scratch, { recursive: true, force: true });
  });

  const controllerOf = (view: keyof ReturnType<typeof dragAndDrop>) => {
    const controller = dragAndDrop(Uri.file(scratch), () => Promise.resolve(dragging))[view]?.dragAndDrop;
    assert.ok(controller);
    return controller;
  };
  const drag = async (
    view: 'issues' | 'repositories' | 'releases',
    ...rows: readonly RowEntry[]
  ): Promise<DataTransfer> => {
    const transfer = new DataTransfer();
    await controllerOf(view).handleDrag?.(rows, transfer, token);
    return transfer;
  };
  const issues = async (repository = 'alice/website'): Promise<Looking> => {
    const { connections, filters, pinned } = sidebar;
    const ignore = (): void => undefined;
    const source = { connections, filters, pinned, queries: () => [], onCounts: ignore, onMatchCount: ignore };
    const rest = { onCounted: ignore, onAssigned: ignore, loadHostFeatures: sidebar.loadHostFeatures };
    return new Looking(issuesOf(await sidebar.place(repository), { ...source, ...rest }));
  };
  const milestones = async (): Promise<Looking> =>
    new Looking(milestonesOf(await sidebar.place('alice/website'), sidebar.filters));

  it('sets the milestone of issues that are dropped on a milestone, or on an issue below it', async () => {
    const rows = (await (await issues()).tree.children()).filter(({ node }) => node.row.context.startsWith('issue+'));
    const [one, other, third] = rows;
    assert.ok(one && other && third);
    const looking = await milestones();
    const controller = controllerOf('milestones');
    await controller.handleDrop?.(await looking.row('Version 2.0'), await drag('issues', one, other), token);
    const [below] = await looking.tree.children(await looking.row('Version 2.0'));
    await controller.handleDrop?.(below, await drag('issues', third), token);
    looking.tree.refresh();
    const there = (await looking.tree.children(await looking.row('Version 2.0'))).map(({ node }) => node.row.label);
    for (const { node } of [one, other, third]) assert.ok(there.includes(node.row.label), node.row.label);
  });

  it('changes nothing for issues of another repository', async () => {
    const looking = await milestones();
    const foreign = await issues('acme/platform');
    const [issue] = (await foreign.tree.children()).filter(({ node }) => node.row.context.startsWith('issue+'));
    assert.ok(issue);
    const target = await looking.row('Version 2.0');
    await sidebar.service.clear();
    await controllerOf('milestones').handleDrop?.(target, await drag('issues', issue), token);
    assert.deepEqual(await sidebar.asked(), []);
  });

  it('attaches files that are dropped on a release, or on an attachment of it', async () => {
    const files = ['one.txt', 'two 二.txt'].map((name) => join(scratch, name));
    for (const file of files) await writeFile(file, `of ${file}`);
    const looking = new Looking(releasesOf(await sidebar.place('alice/website')));
    const [attachment] = await looking.tree.children(await looking.row('Version 1.1'));
    for (const [index, at] of [await looking.row('Version 1.1'), attachment].entries()) {
      const transfer = new DataTransfer();
      transfer.set('text/uri-list', new DataTransferItem(Uri.file(files[index] ?? '').toString()));
      await controllerOf('releases').handleDrop?.(at, transfer, token);
    }
    looking.tree.refresh();
    const labels = (await looking.rows('Version 1.1')).map((row) => row.split(' | ')[0]);
    assert.ok(labels.includes('one.txt') && labels.includes('two 二.txt'), labels.join());
  });

  it('attaches a file of a remote repository with its bytes, and shows an error if it cannot be read', async () => {
    const looking = new Looking(releasesOf(await sidebar.place('alice/website')));
    const drop = async (address: string): Promise<void> => {
      const transfer = new DataTransfer();
      transfer.set('text/uri-list', new DataTransferItem(address));
      await controllerOf('releases').handleDrop?.(await looking.row('Version 1.1'), transfer, token);
    };
    await drop('sourcehost://local/alice/website@main/package.json');
    const { api } = await sidebar.connections.connect('local');
    const at = { owner: 'alice', repo: 'website', tag: 'v1.1' };
    const { body } = await api.releases.download({ ...at, file_name: 'package.json' });
    const [got, wanted] = [
      await new Response(body).text(),
      await sidebar.service.git('alice/website', 'show', 'main:package.json'),
    ];
    assert.equal(got.trimEnd(), wanted.trimEnd());
    person.sit();
    try {
      const dropped = drop('sourcehost://local/alice/website@main/no-such-file.json');
      await person.answers(/^Not attached: no-such-file\.json: “.*no-such-file\.json” does not exist\./);
      await person.waitsFor(dropped);
    } finally {
      person.leave();
    }
  });

  it('attaches nothing if a record is dropped on a release', async () => {
    const looking = new Looking(releasesOf(await sidebar.place('alice/website')));
    const release = await looking.row('Version 1.1');
    const transfer = await drag('releases', await looking.row('Version 1.0'));
    await sidebar.service.clear();
    await controllerOf('releases').handleDrop?.(release, transfer, token);
    assert.deepEqual(await sidebar.asked(), []);
  });

  it('drops a repository on an editor as its overview, and on another program as its link', async () => {
    const looking = new Looking(accountsOf(sidebar));
    const row = await looking.row('alice', 'My repositories', 'alice/website');
    assert.equal(itemOf(row).resourceUri?.toString(), 'sourcehost://local/alice/website');
    const transfer = await drag('repositories', row);
    assert.equal(await transfer.get('text/uri-list')?.asString(), 'sourcehost://local/alice/website');
    assert.match((await transfer.get('text/plain')?.asString()) ?? '', /^http.+\/alice\/website$/);
  });

  it('drops an issue on an editor as its document', async () => {
    const [issue] = (await (await issues()).tree.children()).filter(({ node }) =>
      node.row.context.startsWith('issue+'),
    );
    assert.ok(issue);
    const transfer = await drag('issues', issue);
    const address = (await transfer.get('text/uri-list')?.asString()) ?? '';
    assert.match(address, /^sourcehost-record:\/\/local\/alice\/website\/issues\/\d+\.md$/);
  });
});
