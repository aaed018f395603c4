import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fileLinks } from '../../../../src/domain/pages/fileLinks.ts';
import { runs } from '../../../kit/runs.ts';

const link = fileLinks({ owner: 'alice', repo: 'demo' }, 'https://web.example/alice/demo');
const pathOf = (relative: string): string | undefined => link(relative)?.action?.path;

describe('links of a README', () => {
  it('open files of the repository', () => {
    const cases = [
      ['docs/guide.md', 'docs/guide.md'],
      ['/docs/', 'docs/'],
      ['./docs/../LICENSE', 'LICENSE'],
      ['a%20b.md?raw=1#top', 'a b.md'],
      ['100%.md', '100%.md'],
      ['图.png', '图.png'],
    ] as const;
    for (const [relative, path] of cases) assert.equal(pathOf(relative), path, relative);
    assert.equal(link('docs/a b.md')?.href, 'https://web.example/alice/demo/blob/HEAD/docs/a%20b.md');
  });

  it('are dropped if they contain two dots, encoded any number of times', () => {
    for (const dots of ['..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '%252E.', '%25252e%25252e', '%2e%252e']) {
      for (const slash of ['/', '%2f', '%2F', '%252f', '\\', '%5c', '%255C']) {
        for (const begin of ['', '/', './', `a${slash}${dots}${slash}`]) {
          const relative = `${begin}${dots}${slash}${dots}${slash}etc`;
          assert.equal(link(relative), undefined, relative);
        }
      }
    }
    for (const relative of ['..', '%2e%2e', 'a%2f..%2fb', 'a/%252e%252e/b', 'a%00b', '', '/', '#top', '?x'])
      assert.equal(link(relative), undefined, relative);
  });

  it('lead to a path in the repository or are dropped, for any link', () => {
    const piece = fc.constantFrom(
      '.',
      '..',
      '/',
      '\\',
      '%',
      '%2e',
      '%2E',
      '%25',
      '2e',
      '2f',
      '%2f',
      '%5c',
      'a',
      ':',
      '?',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const target = link(pieces.join(''));
        if (target === undefined) return;
        let path = target.action?.path ?? '';
        for (let times = 0; times < 12 && /%[\da-f]{2}/i.test(path); times += 1)
          path = path.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          );
        assert.ok(!path.split(/[/\\]/).includes('..'), pieces.join(''));
        assert.ok(target.href.startsWith('https://web.example/alice/demo/blob/HEAD/'));
      }),
      runs(3000),
    );
  });
});
