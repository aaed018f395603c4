import assert from 'node:assert/strict';
import { commands, window, type Uri } from 'vscode';
import { budget, withinTime } from '../../budgets.ts';
import { longestTurn } from '../kit/longestTurn.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const workflow = `name: Large
on: { push: {} }
jobs:
  large:
    name: Large
    runs-on: [ubuntu-latest]
    steps:
      - name: Many lines
        run: |
          seq 1200000
          exit 1
`;

describe('a log of 60 MB', () => {
  const service = suiteWindow('xiaoming');

  it('is shown from the failed line, and does not block the extension host', async function () {
    this.timeout(180_000);
    const at = { host: 'local', repository: 'tools/lib' };
    const files = { '.gitcode/workflows/large.yml': workflow };
    await service.act({ do: 'push', repository: at.repository, branch: 'main', files, as: 'xiaoming' });
    await service.act({ do: 'passTime', seconds: 60 });
    const [{ workflow_run_id }] = await commands.executeCommand<[{ workflow_run_id: string }]>(
      'sourcehost.run.list',
      at,
    );
    const longest = await longestTurn(async () => {
      await commands.executeCommand<Uri>('sourcehost.run.showFailedStep', { ...at, workflow_run_id });
    });
    const { document, selection } = window.activeTextEditor!;
    assert.equal(document.lineAt(selection.active.line).text, '[ERROR] exit code 1');
    assert.match(document.lineAt(document.lineCount - 3).text, /\[INFO\] 1200000/);
    assert.match(document.getText(), /^⋯ The beginning of this step is left out: [\d.]+ MB/m);
    withinTime(budget.times.log, longest);
  });
});
