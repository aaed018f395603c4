import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, lm, Uri, window, workspace } from 'vscode';
import { resultLimit } from '../../../src/tools/kit/output.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { inputsOf } from '../../kit/toolServices.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { invoke, callsOn, writesTo } from './languageModel.ts';

const repository = 'alice/website';
const website = { host: 'local', repository };
const readme = Uri.parse(`sourcehost://local/${repository}/README.md`);

describe('Tools for language models', () => {
  const service = new RemoteService();
  const person = new Person();
  const text = async (path: string): Promise<string> =>
    new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(readme, '..', path)));
  const writes = (): Promise<string[]> => writesTo(service);
  /** Calls a tool and presses the button of its question; undefined: closes it. Returns the question. */
  const deciding = async (
    tool: string,
    input: object,
    action: string | undefined,
  ): Promise<{ text: string; detail: string }> => {
    const called = invoke(tool, { ...website, ...input });
    const question = await person.tells(/^Allow /);
    assert.ok(question.modal);
    question.answer(action);
    if (action === undefined) await assert.rejects(called, { name: 'Canceled' });
    else await called;
    return question;
  };

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.pin', website);
    await commands.executeCommand('sourcehost.view.refresh');
  });
  beforeEach(async () => {
    person.sit();
    await service.clear();
  });
  afterEach(() => person.leave());
  after(async () => {
    await commands.executeCommand('sourcehost.commit.discard', website).then(undefined, () => undefined);
    await commands.executeCommand('sourcehost.repository.unpin', website);
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  it('are declared with the schemas of the table', () => {
    for (const { name, inputSchema } of toolTable) {
      const declared = lm.tools.find((tool) => tool.name === name);
      assert.deepEqual(declared?.inputSchema, JSON.parse(JSON.stringify(inputSchema)), name);
    }
  });

  const newestRun = async (): Promise<string | undefined> =>
    /^\| ([\da-f]{32}) /m.exec(await invoke('list_runs', { host: 'local', repository }))?.[1];

  for (const tool of toolTable.filter(({ effect }) => effect === 'read')) {
    it(`answer ${tool.name} in 8 kB, without a question, a change or a secret`, async () => {
      const name = tool.name.slice('sourcehost_'.length);
      const host = tool.fields.host && { host: 'local' };
      const run = tool.fields.run && (await newestRun());
      const result = await invoke(name, {
        ...inputsOf(tool, repository),
        ...host,
        ...(run === undefined ? {} : { run }),
      });
      assert.ok(Buffer.byteLength(result) <= resultLimit);
      assert.match(result, name === 'show_drafts' ? /draft/ : /website|^\d/);
      assert.ok(!result.includes(await service.token('alice')));
      assert.deepEqual(person.told, []);
      assert.deepEqual(await writes(), []);
    });
  }

  it('refuse a repository that is neither opened nor pinned nor in the setting', async () => {
    for (const tool of toolTable.filter(({ fields }) => fields.repository !== undefined)) {
      const name = tool.name.slice('sourcehost_'.length);
      const input = { ...inputsOf(tool, 'bob/dotfiles'), host: 'local' };
      await assert.rejects(invoke(name, input), /repository/, name);
    }
    assert.deepEqual(person.told, []);
    assert.deepEqual(await callsOn(service, 'dotfiles'), []);
  });

  it('may use the repositories of the setting', async () => {
    const settings = workspace.getConfiguration('sourcehost');
    await settings.update('tools.repositories', ['local/bob/dotfiles'], ConfigurationTarget.Global);
    try {
      assert.match(await invoke('list_repositories', {}), /^\| bob\/dotfiles \(host local, setting\)$/m);
      await invoke('list_folder', { host: 'local', repository: 'bob/dotfiles' });
    } finally {
      await settings.update('tools.repositories', undefined, ConfigurationTarget.Global);
    }
  });

  it('change nothing if the user does not allow it', async () => {
    const before = await service.git(repository, 'rev-parse', 'main');
    const question = await deciding('write_file', { path: 'new.md', content: 'one\n' }, undefined);
    assert.equal(question.text, 'Allow tools to change drafts of alice/website?');
    assert.match(question.detail, /^│\+one$/m);
    await assert.rejects(text('new.md'));
    const questions = [
      await deciding('create_ref', { type: 'branch', name: 'agents', ref: 'main' }, undefined),
      await deciding('create_ref', { type: 'tag', name: 'v9', ref: 'main' }, undefined),
      await deciding('create_issue', { title: 'From a tool', body: 'Text' }, undefined),
      await deciding('edit_issues', { numbers: [1], state: 'closed' }, undefined),
      await deciding('create_release', { tag_name: 'v9', name: 'Nine', body: 'Notes' }, undefined),
    ];
    assert.deepEqual(
      questions.map((one) => one.text),
      [
        'Allow a tool to create a branch in alice/website?',
        'Allow a tool to create a tag in alice/website?',
        'Allow a tool to create an issue in alice/website?',
        'Allow a tool to change issues of alice/website?',
        'Allow a tool to create a release in alice/website?',
      ],
    );
    assert.ok(questions[0]?.detail.includes(`main, commit ${before}`), questions[0]?.detail);
    assert.match(questions[3]?.detail ?? '', /^#1 .*State: open → closed$/m);
    assert.deepEqual(await writes(), []);
  });

  it('ask once in a window before they change drafts of a repository', async () => {
    await deciding('write_file', { path: 'new.md', content: 'one\ntwo\n' }, 'Allow');
    await invoke('edit_file', { ...website, path: 'new.md', old_text: 'two', new_text: 'three' });
    assert.equal(await text('new.md'), 'one\nthree\n');
    await invoke('move', { ...website, path: 'new.md', to: 'moved.md' });
    assert.equal(await text('moved.md'), 'one\nthree\n');
    await invoke('delete', { ...website, path: 'README.md' });
    await assert.rejects(text('README.md'));
    assert.match(await invoke('show_drafts', website), /^\| \+\+\+ moved\.md$/m);
    await invoke('discard', { ...website, paths: ['README.md', 'moved.md'] });
    assert.equal(person.told.length, 1);
    assert.deepEqual(await writes(), []);
  });

  it('let the user undo what they did to drafts of the user', async () => {
    const mine = (): Thenable<void> =>
      workspace.fs.writeFile(Uri.joinPath(readme, '..', 'mine.md'), new TextEncoder().encode('mine\n'));
    for (const [tool, input] of [
      ['discard', { paths: ['mine.md'] }],
      ['delete', { path: 'mine.md' }],
      ['write_file', { path: 'mine.md', content: 'of a tool\n' }],
    ] as const) {
      await mine();
      await invoke(tool, { ...website, ...input });
      assert.notEqual(await text('mine.md').catch(() => undefined), 'mine\n', tool);
      await commands.executeCommand('sourcehost.commit.undoDiscard');
      assert.equal(await text('mine.md'), 'mine\n', tool);
    }
    await invoke('discard', { ...website, paths: ['mine.md'] });
    assert.deepEqual(await writes(), []);
  });

  it('commit exactly what the question shows, each time with a question', async () => {
    await invoke('write_file', { ...website, path: 'tool.md', content: 'from a tool\n  indented\n' });
    const commit = { message: 'Add a page of a tool' };
    const before = await service.git(repository, 'rev-parse', 'main');
    await deciding('commit', commit, undefined);
    assert.equal(await service.git(repository, 'rev-parse', 'main'), before);
    const question = await deciding('commit', commit, 'Allow');
    assert.equal(question.text, 'Allow a tool to commit to “main” of alice/website?');
    assert.match(question.detail, /^Commit message: Add a page of a tool$/m);
    // A dialog removes spaces at the beginning of a line, which must not change what a difference says.
    assert.match(question.detail, /^│\+from a tool\n│\+ {2}indented$/m);
    assert.equal(await service.git(repository, 'show', 'main:tool.md'), 'from a tool\n  indented');
    await invoke('write_file', { ...website, path: 'tool.md', content: 'from a tool\n  indented\nand more\n' });
    assert.match((await deciding('commit', commit, undefined)).detail, /^│ {3}indented\n│\+and more$/m);
    await invoke('discard', { ...website, paths: ['tool.md'] });
    assert.equal(await service.git(repository, 'log', '-1', '--format=%s', 'main'), 'Add a page of a tool');
  });

  it('commit nothing if a draft changes while the question is open', async () => {
    await invoke('write_file', { ...website, path: 'late.md', content: 'shown\n' });
    const before = await service.git(repository, 'rev-parse', 'main');
    const called = invoke('commit', { ...website, message: 'Late' });
    const question = await person.tells(/^Allow a tool to commit/);
    await workspace.fs.writeFile(Uri.joinPath(readme, '..', 'late.md'), new TextEncoder().encode('not shown\n'));
    question.answer('Allow');
    await assert.rejects(called, /agreed/);
    assert.equal(await service.git(repository, 'rev-parse', 'main'), before);
    await invoke('discard', { ...website, paths: ['late.md'] });
  });

  it('open a change that is too long for a dialog, and ask again', async () => {
    const content = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
    await invoke('write_file', { ...website, path: 'long.md', content });
    const called = invoke('commit', { ...website, message: 'Long' });
    const first = await person.tells(/^Allow a tool to commit/);
    assert.match(first.detail, /“Show Changes” opens all \d+ lines/);
    assert.ok(!first.detail.includes('line 99'));
    first.answer('Show Changes');
    await until(() => window.activeTextEditor?.document.getText().includes('+line 99') === true);
    const second = await person.tells(/^Allow a tool to commit/);
    assert.equal(second.modal, false);
    assert.deepEqual(await writes(), []);
    second.answer('Do Not Allow');
    await assert.rejects(called, { name: 'Canceled' });
    assert.deepEqual(await writes(), []);
    await invoke('discard', { ...website, paths: ['long.md'] });
  });

  it('create and change what the user allows, and list it', async () => {
    await deciding('create_issue', { title: 'From a tool' }, 'Allow');
    await deciding('edit_issues', { numbers: [1], state: 'closed' }, 'Allow');
    await deciding('create_ref', { type: 'branch', name: 'agents', ref: 'main' }, 'Allow');
    await deciding(
      'create_release',
      { tag_name: 'v9', name: 'Nine', body: 'Notes', target_commitish: 'main' },
      'Allow',
    );
    assert.deepEqual(await writes(), ['issues.create', 'issues.edit', 'branches.create', 'releases.create']);
    assert.equal(
      await service.git(repository, 'rev-parse', 'agents'),
      await service.git(repository, 'rev-parse', 'main'),
    );
    await commands.executeCommand('sourcehost.toolChanges.focus');
  });

  it('show what a dry run would change without a question', async () => {
    const result = await invoke('edit_issues', { ...website, numbers: [2], title: 'Not sent', dry_run: true });
    assert.match(result, /^Dry run: nothing was changed\./);
    assert.deepEqual(person.told, []);
    assert.deepEqual(await writes(), []);
  });

  it('fail with one sentence if the setting is off, and work again if it is on', async () => {
    const settings = workspace.getConfiguration('sourcehost');
    await settings.update('tools.enabled', false, ConfigurationTarget.Global);
    try {
      await until(() => workspace.getConfiguration('sourcehost').get('tools.enabled') === false);
      const message = 'Tools are turned off by the setting sourcehost.tools.enabled: do not call them again.';
      for (const tool of toolTable) {
        const name = tool.name.slice('sourcehost_'.length);
        await assert.rejects(invoke(name, inputsOf(tool, 'alice/turned-off')), { message }, name);
      }
      assert.deepEqual(person.told, []);
      assert.deepEqual(await callsOn(service, 'turned-off'), []);
    } finally {
      await settings.update('tools.enabled', undefined, ConfigurationTarget.Global);
    }
    await until(() => workspace.getConfiguration('sourcehost').get('tools.enabled') === true);
    await invoke('list_repositories', {});
  });
});
