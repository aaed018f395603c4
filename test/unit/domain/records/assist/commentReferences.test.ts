import assert from 'node:assert/strict';
import { issueInComment } from '../../../../../src/domain/records/assist/commentReferences.ts';

/** The issue at the character `|` of the line. */
const at = (line: string, language = 'typescript'): string | undefined =>
  issueInComment(line.replace('|', ''), line.indexOf('|'), language)?.name;

describe('issueInComment', () => {
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
      assert.equal(at(line), '12', line);
  });

  it('finds none in code', () => {
    for (const line of [
      'color: #1|23;',
      'const a = "#1|2";',
      'https://example.org/#1|2',
      'a { b: c; d: #1|23 }',
      'x = #1|2',
    ])
      assert.equal(at(line, 'css'), undefined, line);
  });

  it('finds one anywhere in texts', () => {
    assert.equal(at('Fixed in #1|2.', 'markdown'), '12');
    assert.equal(at('Fixed in `#1|2`.', 'markdown'), undefined);
  });

  it('finds none beside the position', () => {
    assert.equal(at('// se|e #12'), undefined);
    assert.equal(at('// #12 and |@alice'), undefined);
  });
});
