import assert from 'node:assert/strict';
import {
  commands,
  Position,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type CompletionList,
  type TextDocument,
} from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';
import { until } from '../../kit/until.ts';
import { tidy } from '../kit/tidy.ts';

const issue = Uri.parse('sourcehost-record://local/alice/website/issues/2.md');

describe('the comment box below an issue', () => {
  const service = new RemoteService();
  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await window.showTextDocument(await workspace.openTextDocument(issue));
    await service.clear();
  });
  afterEach(async () => {
    await tidy();
    await service.reset();
  });

  const bodies = async (): Promise<readonly string[]> => {
    const params = { owner: 'alice', repo: 'website', number: 2 };
    const all = await service.act({ do: 'call', operation: 'issues.comments', params, as: 'alice' });
    return (all as readonly { readonly body: string }[]).map(({ body }) => body);
  };
  const send = async (text: string): Promise<void> =>
    await commands.executeCommand('sourcehost.comment.send', { thread: { uri: issue }, text });
  const input = async (): Promise<TextDocument> => {
    const found = (): TextDocument | undefined =>
      workspace.textDocuments.find(({ uri }) => uri.scheme === 'comment' && uri.authority !== '');
    await until(() => found() !== undefined);
    return found() ?? assert.fail('there is no input');
  };

  it('sends what was typed with one request, and the document shows it', async () => {
    await input();
    await send('From the box');
    assert.equal((await bodies()).filter((body) => body === 'From the box').length, 1);
    assert.equal((await service.requests('issueComments.create')).length, 1);
    const document = await workspace.openTextDocument(issue);
    await until(() => document.getText().includes('From the box'));
  });

  it('looks for a comment whose answer was lost, before it sends it again', async () => {
    await input();
    await service.fail({
      operation: 'issueComments.create',
      fault: { kind: 'reset', at: 'headers', done: true },
      times: 1,
    });
    await service.fail({ operation: 'issues.comments', fault: { kind: 'error', status: 403 }, times: 1 });
    await send('Lost');
    await send('Lost');
    assert.equal((await bodies()).filter((body) => body === 'Lost').length, 1);
    assert.equal((await service.requests('issueComments.create')).length, 1);
  });

  it('completes people', async () => {
    const { uri } = await input();
    const edit = new WorkspaceEdit();
    edit.insert(uri, new Position(0, 0), '@');
    await workspace.applyEdit(edit);
    const list = await commands.executeCommand<CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      new Position(0, 1),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('@alice'), labels.join());
  });
});
