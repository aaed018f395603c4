import assert from 'node:assert/strict';
import { referenceInComment } from '../../../../src/domain/clones/commentReferences.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';

/** The kind and the name of the reference at the character `|` of the line. */
const referenceAt = (line: string, language = 'typescript'): string | undefined => {
  const found = referenceInComment(line.replace('|', ''), line.indexOf('|'), language);
  return found && `${found.kind} ${found.name}`;
};

describe('referenceInComment', () => {
  it('finds an issue in comments of many languages', () => {
    for (const line of [
      '// see #1|2',
      '  x(); // fixed in |#12.',
      ' * Like #12|',
      '/* #1|2 */',
      '# see #1|2',
      '#! #1|2',
      '<!-- #1|2 -->',
      '-- see #1|2',
      '; #1|2',
      '% #1|2',
    ])
      assert.equal(referenceAt(line), 'issue 12', line);
  });

  it('finds pull requests, full shas and abbreviated shas', () => {
    assert.equal(referenceAt('// see !4|5'), 'pullRequest 45');
    assert.equal(referenceAt('# After !45|, not before.'), 'pullRequest 45');
    assert.equal(referenceAt(`// since |${sha}`), `commit ${sha}`);
    assert.equal(referenceAt(`// since ${sha}|.`), `commit ${sha}`);
    assert.equal(referenceAt(' * broken by `a1b2|c3d`'), 'commit a1b2c3d');
    assert.equal(referenceAt('/* a1b2c3d..e4f|5a6b */'), 'commit e4f5a6b');
    assert.equal(referenceAt('pick a1b2c|3d Fix the menu', 'git-rebase'), 'commit a1b2c3d');
  });

  it('finds none in code', () => {
    for (const line of [
      'color: #1|23;',
      'const a = "#1|2";',
      'https://example.org/#1|2',
      'a { b: c; d: #1|23 }',
      'x = #1|2',
      'if (!4|5) x();',
      `const a = "${sha.slice(0, 20)}|${sha.slice(20)}";`,
      'const size = 104857|60;',
    ])
      assert.equal(referenceAt(line, 'css'), undefined, line);
  });

  it('finds neither shell syntax, names of files nor parts of addresses in comments', () => {
    for (const line of [
      '// run `!4|5`',
      '// !import|ant',
      '// a1b2c|3',
      '// see src/a1b2|c3d',
      '// a1b2|c3d4.js',
      `// https://example.org/commit/|${sha}`,
      `// ${sha}|0`,
    ])
      assert.equal(referenceAt(line), undefined, line);
  });

  it('finds one anywhere in texts', () => {
    assert.equal(referenceAt('Fixed in #1|2.', 'markdown'), 'issue 12');
    assert.equal(referenceAt('Fixed in `#1|2`.', 'markdown'), undefined);
    assert.equal(referenceAt('Fixed in `a1b2|c3d` (!45).', 'markdown'), 'commit a1b2c3d');
  });

  it('finds none beside the position', () => {
    assert.equal(referenceAt('// se|e #12'), undefined);
    assert.equal(referenceAt('// #12 and |@alice'), undefined);
    assert.equal(referenceAt('// #12 a|nd a1b2c3d'), undefined);
  });
});
