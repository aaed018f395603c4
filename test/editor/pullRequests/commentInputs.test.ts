import assert from 'node:assert/strict';
import {
  CommentMode,
  CommentThreadCollapsibleState,
  comments,
  commands,
  MarkdownString,
  Range,
  window,
  workspace,
} from 'vscode';
import { CommentInputs, type InputBox } from '../../../src/editor/features/pullRequests/threads/commentInputs.ts';
import { DraftComment } from '../../../src/editor/features/pullRequests/threads/draftComment.ts';
import { until } from '../../kit/until.ts';
import { commentInput, type } from '../kit/commentInput.ts';

describe('a comment that is written', () => {
  it('loads no picture in its preview, which can quote somebody, and is sent as it was typed', () => {
    const text = '> ![x](https://example.org/x.png)\n\n![y][1]';
    const unused = (): Promise<void> => Promise.resolve();
    const box = { text, preview: unused, write: unused, discard: unused, send: unused };
    const { body, text: sent } = new DraftComment(box, 'alice', text, CommentMode.Preview);
    assert.equal(body.value, '> !\\[x](https://example.org/x.png)\n\n!\\[y][1]');
    assert.equal(sent, text);
  });

  it('takes no text from the input of another extension', async () => {
    const typed: string[] = [];
    const review = { name: { host: 'local', owner: 'alice', repo: 'website' } };
    const box: InputBox = { text: '', review, typed: (text) => void typed.push(text) };
    const inputs = new CommentInputs(() => [box]);
    const controller = comments.createCommentController('another', 'Another');
    try {
      const document = await workspace.openTextDocument({ content: 'text' });
      await window.showTextDocument(document);
      const comment = { body: new MarkdownString('Of another'), mode: CommentMode.Editing, author: { name: 'bob' } };
      const thread = controller.createCommentThread(document.uri, new Range(0, 0, 0, 0), [comment]);
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      const foreign = await commentInput('Of another');
      await type(foreign, 'Of another, changed');
      await until(() => foreign.getText().endsWith('changed'));
      assert.deepEqual([typed, inputs.repositoryOf(foreign)], [[], undefined]);
    } finally {
      inputs.dispose();
      controller.dispose();
      await commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
