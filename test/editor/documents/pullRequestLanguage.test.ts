import assert from 'node:assert/strict';
import { commands, workspace, type TextDocument, type WorkspaceEdit } from 'vscode';
import { begin, edit, eventually, open, requestsOf, service } from './documents.ts';
import { closeAll } from '../kit/tidy.ts';
import { within } from '../../budgets.ts';
import { allMarked, fixOf, labelsOf, marked, offered, own } from './marks.ts';

describe('the text of a pull request', () => {
  before(begin);
  afterEach(closeAll);
  after(async () => assert.deepEqual(await service.violations(), []));

  /** A new one that has what is required. */
  const filled = async (): Promise<TextDocument> => {
    const document = await open('pulls/new.md');
    await edit(document, /title:.*/, 'title: New');
    await edit(document, /\nhead:.*/, '\nhead: erik:patch-1');
    return document;
  };

  it('completes labels, reviewers, testers and milestones, none that is there already', async () => {
    const document = await filled();
    await edit(document, 'labels: []', 'labels: [bug, ]');
    await edit(document, 'assignees: []', 'assignees: [bob, ]');
    await edit(document, 'testers: []', 'testers: [carol, ]');
    const requests = await requestsOf(async () => {
      const labels = labelsOf(await offered(document, 'labels: [bug, '));
      assert.ok(labels.includes('enhancement') && labels.includes('性能') && !labels.includes('bug'), labels.join());
      const reviewers = labelsOf(await offered(document, 'assignees: [bob, '));
      assert.ok(reviewers.includes('alice') && reviewers.includes('carol') && !reviewers.includes('bob'));
      const testers = labelsOf(await offered(document, 'testers: [carol, '));
      assert.ok(testers.includes('bob') && !testers.includes('carol'), testers.join());
      const milestones = labelsOf(await offered(document, 'milestone:'));
      assert.deepEqual(milestones, ['Version 1.2', 'Version 2.0', '第三季度', 'Version 1.1']);
      assert.deepEqual(labelsOf(await offered(document, 'state: ')), ['open']);
    });
    within(4, requests);
  });

  it('completes the branches of a new one: the default branch first as base, last as head', async () => {
    const document = await open('pulls/new.md');
    // The branches are kept now, and must not outlive the refresh.
    await offered(document, '\nhead:');
    await service.act({
      do: 'push',
      repository: 'alice/website',
      branch: 'a-new-one',
      files: { 'new.md': 'new' },
    });
    await commands.executeCommand('sourcehost.branches.refresh');
    const requests = await requestsOf(async () => {
      const bases = await offered(document, '\nbase:');
      assert.equal(labelsOf(bases)[0], 'main');
      assert.equal(bases.find(({ label }) => label === 'main')?.detail, 'default branch');
      assert.ok(labelsOf(bases).includes('feature/login'));
      const heads = labelsOf(await offered(document, '\nhead:'));
      assert.equal(heads.at(-1), 'main');
      assert.deepEqual(heads.toSorted(), labelsOf(bases).toSorted());
      const branches = await service.git('alice/website', 'for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads');
      assert.deepEqual(heads.toSorted(), branches.split('\n').toSorted(), 'branches only, no tags');
    });
    within(2, requests);
  });

  it('gets a diagnostic for an unknown label, reviewer, tester or branch, with the nearest known one', async () => {
    const cases: readonly (readonly [RegExp, string, string, RegExp, string])[] = [
      [
        /labels:.*/,
        'labels: [bgu]',
        'unknownLabel: bgu',
        /^None of the newest issues has the label “bgu”\. The host may reject it\.$/,
        'bug',
      ],
      [
        /assignees:.*/,
        'assignees: [bobb]',
        'unknownPerson: bobb',
        /^“bobb” isn’t a member of this repository\./,
        'bob',
      ],
      [/testers:.*/, 'testers: [caroll]', 'unknownPerson: caroll', /^“caroll” isn’t a member/, 'carol'],
      [
        /\nhead:.*/,
        '\nhead: feature/lgin',
        'unknownBranch: feature/lgin',
        /no branch “feature\/lgin”\. Choose another one, or create it before you save\.$/,
        'feature/login',
      ],
      [/\nbase:.*/, '\nbase: mian', 'unknownBranch: mian', /no branch “mian”\. Choose another one/, 'main'],
    ];
    const document = await filled();
    for (const [what, by] of cases) await edit(document, what, by);
    const marks = cases.map(([, , mark]) => mark);
    const messages = await allMarked(document, marks);
    const fixes: WorkspaceEdit[] = [];
    for (const [, , mark, sentence, known] of cases) {
      assert.match(messages.get(mark) ?? '', sentence);
      fixes.push(await fixOf(document, `Change to “${known}”`, mark));
    }
    for (const one of fixes) assert.ok(await workspace.applyEdit(one));
    await allMarked(document, []);
  });

  it('sends nothing while a state is unknown, or the title or the branch is empty', async () => {
    const cases: readonly (readonly [RegExp, string, string, RegExp])[] = [
      [/\nstate: .*/, '\nstate: done', 'badChoice: done', /^“state” must be one of: open$/],
      [/title: .*/, 'title:', 'required: title', /^A title is required\.$/],
      [/\nhead: .*/, '\nhead:', 'required: head', /^“head” is required\.$/],
    ];
    const document = await filled();
    const before = document.getText();
    for (const [what, by, mark, sentence] of cases) {
      await edit(document, what, by);
      await eventually(async () => assert.equal(await marked(document), mark));
      assert.match(own(document)[0]?.message ?? '', sentence);
      assert.deepEqual(await requestsOf(async () => assert.equal(await document.save(), false)), []);
      assert.ok(document.isDirty);
      await edit(document, document.getText(), before);
      await allMarked(document, []);
    }
  });
});
