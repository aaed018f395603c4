import assert from 'node:assert/strict';
import type { WorkingTree } from '../../../src/domain/sourceControl/workingTree/workingTree.ts';
import { withinProcessorTime } from '../../budgets.ts';
import { editableBranch } from '../../kit/editableBranch.ts';
import { processorTime } from '../../kit/processorTime.ts';
import { suiteService } from '../kit/suiteService.ts';

describe('Drafts of thousands of files', () => {
  const service = suiteService({ histories: [{ name: 'project', files: 2_000, commits: 1 }] });

  it('deletes the last files of a branch as fast as the first', async function () {
    this.timeout(120_000);
    const editable: WorkingTree = await editableBranch(service, 'alice/project');
    const all = await editable.remote.paths();
    assert.ok(all.length >= 2_000);
    await editable.list('');
    const quarters: number[] = [];
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const started = processorTime();
      for (const path of all.slice(quarter * 500, (quarter + 1) * 500)) {
        await editable.remove(path, false);
        await editable.stat(path.slice(0, path.lastIndexOf('/'))).catch(() => undefined);
      }
      quarters.push(processorTime() - started);
    }
    const [first = 0, , , last = 0] = quarters;
    assert.ok(last < 3 * first + 50, `ms of each quarter: ${quarters.map(Math.round).join(', ')}`);
    await withinProcessorTime(300, () => editable.list(''));
  });
});
