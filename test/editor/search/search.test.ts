import assert from 'node:assert/strict';
import { commands, Range, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { Failure } from '../../../src/core/errors.ts';
import type { FileMatches } from '../../../src/domain/search/textQuery.ts';
import {
  applyPlan,
  planReplacing,
  undoReplacing,
  type ReplaceRequest,
  type ReplaceResult,
} from '../../../src/editor/features/search/replacing.ts';
import { TimeLimit } from '../../../src/net/timeLimit.ts';
import { until } from '../../kit/until.ts';
import { suiteWindow } from '../kit/suiteWindow.ts';

const repository = 'alice/website';
const website = { host: 'local', repository };
const folder = Uri.parse(`sourcehost://local/${repository}/search`);
const at = (name: string): Uri => Uri.joinPath(folder, name);

interface Result {
  readonly matches: readonly {
    readonly uri: string;
    readonly path: string;
    readonly ranges: readonly { readonly line: number; readonly column: number; readonly length: number }[];
    readonly preview: string;
  }[];
  readonly limitHit: boolean;
  readonly coverage: { readonly searched: number; readonly skipped: number; readonly lfs: number };
}

describe('the search for text', () => {
  const service = suiteWindow();
  const search = async (args: object): Promise<Result> =>
    await commands.executeCommand('sourcehost.search.text', { ...website, include: './search', ...args });
  const found = ({ matches }: Result): string[] =>
    matches.map(
      ({ path, ranges, preview }) =>
        `${path} ${ranges.map(({ line, column, length }) => `${line}:${column}+${length}`).join(' ')} ${preview}`,
    );
  const read = async (name: string): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(at(name)));
  const write = (name: string, text: string): Thenable<void> =>
    workspace.fs.writeFile(at(name), new TextEncoder().encode(text));

  before(async () => {
    const files = {
      'search/one.txt': 'needle 😀 needle\nnone\nNeedle\n',
      'search/two.md': 'a needle\r\nneedles\r\n',
      'search/image.bin': 'needle\0',
      'elsewhere.txt': 'needle\n',
    };
    await service.act({ do: 'push', repository, branch: 'main', files });
    await commands.executeCommand('sourcehost.view.refresh');
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('sourcehost.commit.discard', website);
  });

  it('resolves with one match for each line, with all ranges in it', async () => {
    const result = await search({ query: 'needle' });
    assert.deepEqual(found(result).sort(), [
      'search/one.txt 1:1+6 1:11+6 needle 😀 needle',
      'search/one.txt 3:1+6 Needle',
      'search/two.md 1:3+6 a needle',
      'search/two.md 2:1+6 needles',
    ]);
    const [match] = result.matches.filter(({ path }) => path === 'search/two.md');
    assert.equal(match?.uri, at('two.md').toString());
    assert.deepEqual([result.limitHit, result.coverage], [false, { searched: 2, skipped: 1, lfs: 0 }]);
  });

  it('opens its results one after the other with the match selected', async () => {
    // Before any draft: a changed draft starts the search again, and then the first result is the next one.
    await search({ query: 'needle', include: './search/one.txt' });
    const selected = (): string => {
      const editor = window.activeTextEditor;
      const { start, end } = editor?.selection ?? new Range(0, 0, 0, 0);
      return `${editor?.document.uri.path.split('/').at(-1)} ${start.line}:${start.character}-${end.character}`;
    };
    for (const [step, expected] of [
      ['next', 'one.txt 0:0-6'],
      ['next', 'one.txt 0:10-16'],
      ['next', 'one.txt 2:0-6'],
      ['next', 'one.txt 0:0-6'],
      ['previous', 'one.txt 2:0-6'],
    ] as const) {
      await commands.executeCommand(`sourcehost.search.${step}Result`);
      await until(() => selected() === expected).catch(() => assert.equal(selected(), expected));
    }
  });

  it('takes case, words, expressions, lists of globs and a limit into account', async () => {
    const of = async (args: object): Promise<string[]> => found(await search(args)).sort();
    assert.deepEqual(await of({ query: 'Needle', isCaseSensitive: true }), ['search/one.txt 3:1+6 Needle']);
    assert.deepEqual(await of({ query: 'needle', matchWholeWord: true, include: ['*.md'] }), [
      'search/two.md 1:3+6 a needle',
    ]);
    assert.deepEqual(await of({ query: '^n\\w+s$', isRegex: true }), ['search/two.md 2:1+7 needles']);
    assert.deepEqual(await of({ query: 'needle', include: '*.txt, *.md', exclude: 'search' }), [
      'elsewhere.txt 1:1+6 needle',
    ]);
    const limited = await search({ query: 'needle', limit: 2 });
    assert.deepEqual([limited.matches.length, limited.limitHit], [2, true]);
  });

  it('rejects an unusable expression by the name of the field', async () => {
    const failure = await search({ query: '(', isRegex: true }).then(
      () => assert.fail('it was searched'),
      (thrown: unknown) => thrown as Failure,
    );
    assert.deepEqual([failure.kind, failure.field], ['invalid', 'query']);
  });

  describe('with a replacement', () => {
    const matches = (name: string, ...lines: readonly (readonly [line: number, column: number, preview: string])[]) =>
      ({
        path: name,
        lines: lines.map(([line, column, preview]) => ({ preview, ranges: [{ line, column, length: 6 }] })),
      }) satisfies FileMatches;
    const one = matches('one.txt', [1, 1, 'needle 😀 needle'], [3, 1, 'Needle']);
    const two = matches('two.md', [1, 3, 'a needle'], [2, 1, 'needles']);
    const request = (change: Partial<ReplaceRequest> = {}): ReplaceRequest => ({
      files: [one, two],
      uriOf: at,
      expression: /needle/giu,
      pattern: 'pin',
      limitTime: (work) => work(),
      ...change,
    });

    const replace = async (asked: ReplaceRequest): Promise<ReplaceResult> =>
      await applyPlan(await planReplacing(asked));

    beforeEach(async () => {
      // Documents follow the discarded drafts of the test before.
      for (const [name, begin] of [
        ['one.txt', 'needle'],
        ['two.md', 'a needle'],
      ] as const)
        await until(async () => (await workspace.openTextDocument(at(name))).getText().startsWith(begin));
    });

    it('replaces matches as drafts, and takes them back', async () => {
      await service.clear();
      const result = await replace(request());
      assert.deepEqual([result.matches, result.replaced.length, result.changed, result.unreadable], [4, 2, [], []]);
      assert.equal(await read('one.txt'), 'pin 😀 needle\nnone\npin\n');
      assert.equal(await read('two.md'), 'a pin\r\npins\r\n');
      assert.deepEqual(found(await search({ query: 'pin' })).length, 4);
      assert.equal(await undoReplacing(result.replaced), 0);
      assert.equal(await read('two.md'), 'a needle\r\nneedles\r\n');
      assert.deepEqual(await service.changes(), [], 'nothing is sent');
    });

    it('replaces with groups of the expression, and with line breaks as the file has them', async () => {
      await replace(request({ files: [two], expression: /need(le)/giu, pattern: '[$1]\\n' }));
      assert.equal(await read('two.md'), 'a [le]\r\n\r\n[le]\r\ns\r\n');
    });

    it('replaces in unsaved editors too, but in no line that changed since the search', async () => {
      const document = await workspace.openTextDocument(at('one.txt'));
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, document.lineAt(2).range.start, 'typed ');
      assert.ok(await workspace.applyEdit(edit));
      const result = await replace(request({ files: [one] }));
      assert.deepEqual([result.matches, result.changed], [1, ['one.txt']]);
      assert.equal(await read('one.txt'), 'pin 😀 needle\nnone\ntyped Needle\n');
    });

    it('replaces exactly what the preview shows, and in no file that changed since', async () => {
      const plan = await planReplacing(request());
      const document = await workspace.openTextDocument(at('one.txt'));
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, document.lineAt(1).range.end, ' and a needle');
      assert.ok(await workspace.applyEdit(edit));
      const result = await applyPlan(plan);
      assert.deepEqual([result.matches, result.changed], [2, ['one.txt']]);
      assert.equal(document.getText(), 'needle 😀 needle\nnone and a needle\nNeedle\n');
      assert.equal(await read('two.md'), 'a pin\r\npins\r\n');
    });

    it('replaces no match whose line changed behind the part that was shown', async () => {
      const document = await workspace.openTextDocument(at('one.txt'));
      const shown = { path: 'one.txt', lines: [{ preview: 'needle', ranges: [{ line: 1, column: 10, length: 6 }] }] };
      const edit = new WorkspaceEdit();
      edit.replace(document.uri, document.lineAt(0).range, 'needle 😀 secret');
      assert.ok(await workspace.applyEdit(edit));
      assert.deepEqual((await replace(request({ files: [shown] }))).changed, ['one.txt']);
      assert.equal(document.lineAt(0).text, 'needle 😀 secret');
    });

    it('replaces nothing if the expression takes too long in a line that changed since', async function () {
      this.timeout(30_000);
      const limit = new TimeLimit(100);
      const document = await workspace.openTextDocument(at('one.txt'));
      const edit = new WorkspaceEdit();
      edit.replace(document.uri, document.lineAt(0).range, `needle${'a'.repeat(1_000_000)}!`);
      assert.ok(await workspace.applyEdit(edit));
      const shown = { path: 'one.txt', lines: [{ preview: 'needle', ranges: [{ line: 1, column: 7, length: 2 }] }] };
      const asked = request({
        files: [two, ...Array.from({ length: 50 }, () => shown)],
        expression: /(a+)+$/gu,
        limitTime: (work) => limit.run(work),
      });
      await assert.rejects(planReplacing(asked), /takes too long/);
      assert.equal(await read('two.md'), 'a needle\r\nneedles\r\n');
    });

    it('replaces nothing if the new texts would fill the memory', async () => {
      await assert.rejects(planReplacing(request({ pattern: '$&'.repeat(2_000_000) })), {
        reason: 'replacesTooMuch',
        about: ['20'],
      });
      assert.equal(await read('one.txt'), 'needle 😀 needle\nnone\nNeedle\n');
      assert.equal(await read('two.md'), 'a needle\r\nneedles\r\n');
    });

    it('replaces nothing in files that do not exist any more, and says which', async () => {
      const result = await replace(request({ files: [matches('gone.txt', [1, 1, 'needle'])] }));
      assert.deepEqual([result.matches, result.unreadable], [0, ['gone.txt']]);
    });

    it('takes back only what was not changed since', async () => {
      const result = await replace(request());
      await write('one.txt', 'other\n');
      await until(async () => (await workspace.openTextDocument(at('one.txt'))).getText() === 'other\n');
      assert.equal(await undoReplacing(result.replaced), 1);
      assert.deepEqual([await read('one.txt'), await read('two.md')], ['other\n', 'a needle\r\nneedles\r\n']);
    });
  });
});
