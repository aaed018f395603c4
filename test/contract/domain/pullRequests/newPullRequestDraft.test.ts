import assert from 'node:assert/strict';
import {
  newPullRequestDraft,
  type MergedBranch,
  type PullRequestDraft,
} from '../../../../src/domain/pullRequests/newPullRequestDraft.ts';
import { gitOfAlice, named } from '../../../kit/localGit.ts';
import { asked } from '../../../kit/remoteFiles.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { suiteService } from '../../kit/suiteService.ts';

describe('newPullRequestDraft', () => {
  const service = suiteService();
  afterEach(() => service.reset());

  const push = async (branch: string, message: string, file: string): Promise<unknown> =>
    await service.act({ do: 'push', repository: 'alice/website', branch, message, files: { [file]: message } });

  async function draft(head: string, given: Partial<MergedBranch> = {}): Promise<PullRequestDraft> {
    await using git = await gitOfAlice(service);
    const { parts, connect } = fetchingWindow(service, git);
    const name = named('alice/website');
    return await newPullRequestDraft(parts, await connect(), { name, head, into: name, base: 'main', ...given }, {});
  }

  for (const optionalOperations of ['served', '404'] as const)
    it(`has the subject and body of the only commit (comparing: ${optionalOperations})`, async () => {
      await push('topic', 'Add a page\n\nIt was missing.', 'page.md');
      if (optionalOperations !== 'served') service.set({ habits: { optionalOperations } });
      assert.deepEqual(await draft('topic'), {
        values: { title: 'Add a page', head: 'topic', base: 'main', issue: undefined },
        body: 'It was missing.\n',
      });
    });

  it('lists the subjects of several commits, with the title of the issue of the branch', async () => {
    await push('3-two-pages', 'Add a page', 'one.md');
    await push('3-two-pages', 'Add another page', 'two.md');
    const { values, body } = await draft('3-two-pages');
    assert.equal(values.issue, '3');
    assert.ok(typeof values.title === 'string' && values.title !== '' && values.title !== 'two pages');
    assert.equal(body, '- Add a page\n- Add another page\n');
    await push('fix/more-pages', 'Add a page', 'one.md');
    await push('fix/more-pages', 'Add another page', 'two.md');
    assert.equal((await draft('fix/more-pages')).values.title, 'more pages');
  });

  it('has the template of the repository as its text, by at most three requests', async () => {
    const template = '.gitcode/pull_request_template.zh-CN.md';
    await service.act({
      do: 'push',
      repository: 'alice/website',
      branch: 'main',
      files: { [template]: '## 为什么\n' },
    });
    await push('topic', 'Add a page\n\nIt was missing.', 'page.md');
    let written: PullRequestDraft | undefined;
    const requests = await asked(service, async () => void (written = await draft('topic')));
    assert.deepEqual([written?.values.title, written?.body], ['Add a page', '## 为什么\n']);
    assert.equal(requests.length, 3, requests.join());
  });

  it('names the fork of its branch for a pull request into another repository', async () => {
    await push('topic', 'Add a page', 'page.md');
    const { head } = (await draft('topic', { into: named('erik/website') })).values;
    assert.equal(head, 'alice/website:topic');
  });
});
