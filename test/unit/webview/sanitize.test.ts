import assert from 'node:assert/strict';
import { constantFrom, array, assert as check, property, string, oneof } from 'fast-check';
import { JSDOM } from 'jsdom';
import { optionsOf, type SanitizeOptions } from '../../../src/webview/sanitizeOptions.ts';
import { sanitize } from '../../../src/webview/sanitize.ts';
import { withinProcessorTime } from '../../budgets.ts';
import { runs } from '../../kit/runs.ts';

const { window } = new JSDOM();

/** The markup of what is left. */
function sanitized(markup: string, options: SanitizeOptions): string {
  const body = window.document.createElement('body');
  body.append(sanitize(window, markup, options));
  return body.innerHTML;
}

/** Markup as a browser writes it: `&amp;` for `&#38;`, and tables with a body. */
function written(markup: string): string {
  const body = window.document.createElement('body');
  body.innerHTML = markup;
  return body.innerHTML;
}

const clean = (markup: string): string =>
  sanitized(markup, {
    imageWord: 'Image',
    link: (relative) => ({
      href: `https://host/${encodeURIComponent(relative)}`,
      action: { action: 'file', path: relative },
    }),
  });

const attribute =
  '(href|src|alt|title|dir|class|start|open|align|referrerpolicy|loading|width|height|data-action|data-path)';
const tag = `</?(a|abbr|b|blockquote|br|caption|code|dd|del|details|dfn|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var)( ${attribute}="[^"<>]*")*>`;
const safe = new RegExp(`^([^<>]|${tag})*$`, 'u');

/** The attributes of all elements. Text can look like an attribute. */
function attributesIn(markup: string): { readonly name: string; readonly value: string }[] {
  const body = window.document.createElement('body');
  body.innerHTML = markup;
  return [...body.querySelectorAll('*')].flatMap(({ attributes }) => [...attributes]);
}

describe('sanitize', () => {
  it('keeps the elements of Markdown', () => {
    const markup = '<h1 id="x">A <em>b</em></h1><ul><li>c &amp; d</li></ul><a href="https://x.y/z" title="t">e</a>';
    assert.equal(
      clean(markup),
      written('<h3>A <em>b</em></h3><ul><li>c &#38; d</li></ul><a title="t" href="https://x.y/z">e</a>'),
    );
  });

  it('keeps anchors and relative pictures of a file of the repository', () => {
    const link = (path: string) => ({ href: 'https://host/x', action: { action: 'file', path } });
    const shown = (markup: string): string => sanitized(markup, { imageWord: 'Image', link, anchors: 'in-' });
    assert.equal(shown('<h1 id="a-b">A</h1><h2 id="x y">B</h2>'), '<h3 id="in-a-b">A</h3><h4>B</h4>');
    assert.equal(
      shown('<img src="logo.png" alt="Logo" width="80">'),
      '<a href="https://host/x" data-action="file" data-path="logo.png" data-picture="" data-width="80">Logo</a>',
    );
    assert.equal(
      shown('<a href="https://x.y/"><img src="a.svg" alt="b"></a>'),
      '<a href="https://x.y/"><span data-path="a.svg" data-picture="">b</span></a>',
    );
    assert.equal(shown('<img src="data:image/svg+xml,x" alt="b">'), 'b');
  });

  it('keeps links of a README to files and headings, and links of a comment to files only', () => {
    const repository = { owner: 'alice', repo: 'demo', webAddress: 'https://web.example/alice/demo' };
    const shown = (source: string, isDocument: boolean): string =>
      sanitized(source, optionsOf({ source, repository, isDocument }, 'Image'));
    const source = '<a href="docs/a b.md">a</a><a href="%252e%252e/b">b</a><a href="#c">c</a><img src="d.png">';
    const file =
      'href="https://web.example/alice/demo/blob/HEAD/docs/a%20b.md" data-action="file" data-path="docs/a b.md"';
    const picture = 'href="https://web.example/alice/demo/blob/HEAD/d.png" data-action="file" data-path="d.png"';
    assert.equal(
      shown(source, true),
      `<a ${file}>a</a><a>b</a><a href="#in-c">c</a><a ${picture} data-picture="">Image</a>`,
    );
    assert.equal(shown(source, false), `<a ${file}>a</a><a>b</a><a>c</a><a ${picture}>Image</a>`);
  });

  it('shows scripts, frames, forms and styles as text', () => {
    const markup = '<script>alert(1)</script><iframe src="x"></iframe><style>a{}</style><svg onload=alert(1)>';
    assert.equal(clean(markup).includes('<'), false);
    assert.ok(clean(markup).startsWith(written('&#60;script&#62;alert(1)&#60;/script&#62;')));
  });

  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java&#10;script&colon;alert(1)',
    '&#x6A;avascript:alert(1)',
    ' \u0001javascript:alert(1)',
    'command:workbench.action.quit',
    'vscode://x/y',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example',
    '\\\\evil.example',
  ]) {
    it(`removes the address ${JSON.stringify(address)} from links and images`, () => {
      const shown = clean(`<a href="${address}">a</a><img src="${address}" alt="b">`);
      assert.equal(shown, '<a>a</a>b');
    });
  }

  it('moves headings below those of the page, and skips no level', () => {
    const levels = (markup: string): string[] => clean(markup).match(/<h\d/g) ?? [];
    assert.deepEqual(levels('<h2>a</h2><h4>b</h4><h4>c</h4><h3>d</h3><h1>e</h1>'), ['<h3', '<h4', '<h4', '<h4', '<h3']);
    assert.deepEqual(levels('<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>'), ['<h3', '<h4', '<h5', '<h4']);
  });

  it('shows the boxes of tasks, also in lists with paragraphs, and leaves other brackets alone', () => {
    assert.equal(
      clean('<ul><li>[ ] Open</li><li>[x] Done</li><li>[X]\nDone</li></ul>'),
      '<ul><li class="task">☐ Open</li><li class="task">☑ Done</li><li class="task">☑\nDone</li></ul>',
    );
    assert.equal(
      clean('<ul><li>\n<p>[x] <b>Done</b></p></li></ul>'),
      '<ul><li class="task">\n<p>☑ <b>Done</b></p></li></ul>',
    );
    const others = '<p>[ ] no</p><ul><li>[]</li><li>[x](y)</li><li><b>[x] no</b></li><li>no [x] no</li></ul>';
    assert.equal(clean(others), others);
  });

  it('removes event handlers and styles', () => {
    assert.equal(clean('<p onclick="x()" style="position:fixed" id="status">a</p>'), '<p>a</p>');
  });

  it('opens files instead of loading them', () => {
    assert.equal(
      clean('<img src="docs/a.png" alt="A picture">'),
      '<a href="https://host/docs%2Fa.png" data-action="file" data-path="docs/a.png">A picture</a>',
    );
  });

  it('sends no referrer with pictures, and shows none that are not https', () => {
    assert.equal(
      clean('<img src="https://x.y/z.png" alt="" onerror="x()" width="20">'),
      '<img src="https://x.y/z.png" alt="" referrerpolicy="no-referrer" loading="lazy" width="20">',
    );
    assert.equal(clean('<img src="http://x.y/z.png" alt="z">'), '<a href="http://x.y/z.png">z</a>');
  });

  it('shows no picture of a private address', () => {
    for (const host of [
      '192.168.0.1',
      '10.1.2.3:8443',
      '127.0.0.1',
      '0x7f.1',
      'localhost',
      '[::1]',
      '[fd00::1]',
      '169.254.169.254',
    ])
      assert.ok(!clean(`<img src="https://${host}/z.png" alt="z">`).includes('<img'), host);
  });

  it('shows characters that reorder text by their code', () => {
    assert.equal(clean('a\u202eb&#x202e;c'), 'a[U+202E]b[U+202E]c');
    assert.equal(clean('a\u2800\u3164\u{e0041}b ☀\ufe0f 👩\u200d👧'), 'a[U+2800][U+3164][U+E0041]b ☀\ufe0f 👩\u200d👧');
  });

  it('keeps only allowed attributes with valid values', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['<code class="language-ts">a</code>', '<code class="language-ts">a</code>'],
      ['<code class="evil">a</code>', '<code>a</code>'],
      ['<code class="hljs quiet language-c++ avatar">a</code>', '<code class="hljs language-c++">a</code>'],
      ['<span class="hljs-keyword hljs button">a</span>', '<span class="hljs-keyword hljs">a</span>'],
      ['<p class="quiet" id="entries">a</p>', '<p>a</p>'],
      ['<ol start="3"><li>c</li></ol>', '<ol start="3"><li>c</li></ol>'],
      ['<ol start="x"></ol>', '<ol></ol>'],
      ['<details open><summary>s</summary>d</details>', '<details open=""><summary>s</summary>d</details>'],
      ['<table><tr><td align=right>1</td></tr></table>', '<table><tr><td align="right">1</td></tr></table>'],
      [
        '<table><tr><th style="text-align: center">1</th></tr></table>',
        '<table><tr><th align="center">1</th></tr></table>',
      ],
      ["<p dir='rtl' dir='ltr' title>a</p>", '<p dir="rtl">a</p>'],
      ['a<br/>b<hr>', 'a<br>b<hr>'],
      ['<center><p>a</p></center>', '<p>a</p>'],
    ];
    for (const [markup, shown] of cases) assert.equal(clean(markup), written(shown));
  });

  it('decodes numeric character references, and shows a replacement character for invalid ones', () => {
    assert.equal(clean('&#65;&#x42;'), 'AB');
    assert.equal(
      clean('<a href="https://x.y/&#0;&#x110000;&sol;">a</a>'),
      '<a href="https://x.y/%EF%BF%BD%EF%BF%BD/">a</a>',
    );
  });

  it('closes open elements and drops unmatched end tags', () => {
    assert.equal(clean('</p></div><div><p>a'), '<div><p>a</p></div>');
  });

  it('shows as text what is slow to parse: deep nesting and repeatedly opened formatting', () => {
    for (const [open, close] of [
      ['<div>', '</div>'],
      ['<div></b>', ''],
      ['<ul><li>', '</ul>'],
      ['<p><B>', '</p></B>'],
      ['<center><br>', '</center>'],
    ] as const) {
      const nested = (depth: number): string => open.repeat(depth) + close.repeat(depth);
      assert.equal(clean(nested(60)).includes('<'), true, open);
      assert.equal(clean(nested(61)), nested(61).replaceAll('<', '&lt;').replaceAll('>', '&gt;'), open);
    }
    const unclosed = `<p>${'<b title="x">'.repeat(50)}</p>`;
    assert.equal(clean(unclosed + '<p>x'.repeat(10_000)).includes('<'), false);
    assert.equal(clean('<p>a<p>b<ul><li>c<li>d</ul>'.repeat(200)).includes('&lt;'), false);
  });

  it('sanitizes texts of 250,000 characters within its time limit', async () => {
    await withinProcessorTime(8_000, () => {
      for (const part of ['<a "', '<a "x" "', '<', '<!--', '<div>', '&', `<a '"`, '</'])
        clean(part.repeat(250_000 / part.length));
    });
  });

  it('removes everything else, for any input', () => {
    const pieces = constantFrom(
      ...'< > </ /> " \' = ` & ; &# &#x &lt; &colon; <!-- --> <![CDATA[ ]]> <a  <img  <p> </p> <svg> <math> <style> </style> <script> </script> <template> <noscript> href= src= onerror= onload= style= title= javascript: command: data: https://x.y/ alert(1) \u202e \u0000 \n'.split(
        ' ',
      ),
      ' ',
    );
    check(
      property(
        array(oneof({ weight: 4, arbitrary: pieces }, { weight: 1, arbitrary: string({ unit: 'binary' }) }), {
          maxLength: 40,
        }),
        (parts) => {
          const shown = clean(parts.join(''));
          assert.match(shown, safe);
          for (const { name, value } of attributesIn(shown)) {
            if (name === 'href' || name === 'src') assert.match(value, /^(https?:\/\/|mailto:)/);
            assert.ok(!name.startsWith('on'), name);
          }
          // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
          assert.equal(/[\u0000\u202a-\u202e\u2066-\u2069]/.test(shown), false);
        },
      ),
      runs(200),
    );
  });
});
