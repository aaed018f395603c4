import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';
import { linkReferences } from '../../../src/webview/references.ts';
import { offerTasks } from '../../../src/webview/tasks.ts';
import { sanitize } from '../../../src/webview/sanitize.ts';
import { optionsOf } from '../../../src/webview/sanitizeOptions.ts';

const { window } = new JSDOM();
const repository = { owner: 'north', repo: 'engine', webAddress: 'https://host.example/north/engine' };

/** As the page does: sanitised, then with links and tasks. */
function shown(source: string, tasksOf?: string): HTMLElement {
  const fragment = sanitize(window, source, optionsOf({ source, repository, isDocument: false }, 'Image'));
  linkReferences(fragment, repository);
  if (tasksOf !== undefined) offerTasks(fragment, tasksOf);
  const body = window.document.createElement('body');
  body.append(fragment);
  return body;
}

/** `text → address (action)` of each link. */
const links = (body: HTMLElement): string[] =>
  [...body.querySelectorAll('a')].map(({ textContent, dataset, href }) =>
    `${textContent} → ${href} ${dataset.action ?? ''}`.trim(),
  );

describe('the text of a comment', () => {
  it('leads from issues, pull requests, people and commits to them', () => {
    assert.deepEqual(links(shown('<p>See #12 and !45, @bob-1: fixed in c9e343d2.</p>')), [
      '#12 → https://host.example/north/engine/issues/12 issue',
      '!45 → https://host.example/north/engine/merge_requests/45 pullRequest',
      '@bob-1 → https://host.example/bob-1 user',
      'c9e343d2 → https://host.example/north/engine/commit/c9e343d2',
    ]);
  });

  it('has no such links in code, in links, in words and in numbers', () => {
    const texts = ['<code>#12</code>', '<pre>@bob</pre>', '<p>deadbeef 1234567 x#12 a@b.c defaced</p>'];
    for (const text of texts) assert.deepEqual(links(shown(text)), [], text);
    assert.deepEqual(links(shown('<a href="https://x.example/">#12</a>')), ['#12 → https://x.example/']);
  });

  it('loads no picture of another host', () => {
    const own = shown(
      '<img src="https://cdn.host.example/a.png" alt="own"><img src="https://x.example/b.png" alt="other">',
    );
    assert.deepEqual(
      [...own.querySelectorAll('img')].map(({ alt }) => alt),
      ['own'],
    );
    assert.deepEqual(links(own), ['other → https://x.example/b.png']);
  });

  it('shows reports of robots without their styles and handlers', () => {
    const report =
      '<div style="margin: 2px" onclick="x()">流水线 <a href="https://ci.example/1">NAME#1</a></div><table class="t"><tr><td>&#9989;</td><td><font color="red">no</font></td></tr></table><style>x</style><a href="command:workbench.action.quit">run</a>';
    const body = shown(report);
    assert.equal(body.querySelectorAll('[style], [onclick], style, script, [color]').length, 0);
    assert.match(body.querySelector('table')?.textContent ?? '', /✅no/);
    assert.deepEqual(links(body).slice(0, 1), ['NAME#1 → https://ci.example/1']);
    assert.equal(body.querySelectorAll('a[href^="command"]').length, 0);
  });

  it('has boxes to tick only where the reader may', () => {
    const list = '<ul><li>[ ] one</li><li><p>[x] two</p></li><li>three</li></ul>';
    assert.equal(shown(list).querySelectorAll('input').length, 0);
    const boxes = [...shown(list, '7').querySelectorAll('input')];
    assert.deepEqual(
      boxes.map(({ checked, dataset }) => [checked, dataset.task, dataset.count, dataset.tasksOf]),
      [
        [false, '0', '2', '7'],
        [true, '1', '2', '7'],
      ],
    );
    assert.equal(boxes[0]?.getAttribute('aria-label'), 'one');
  });
});
