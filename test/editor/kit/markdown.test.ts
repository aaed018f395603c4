import assert from 'node:assert/strict';
import * as v from 'valibot';
import { commands, ConfigurationTarget, workspace, type MarkdownString } from 'vscode';
import { Issue } from '../../../src/api/record/issue.ts';
import { User } from '../../../src/api/record/user.ts';
import { tooltipOf } from '../../../src/editor/kit/tree/item.ts';
import { foreignMarkdown, markdown, swatch } from '../../../src/editor/kit/messages/markdown.ts';
import {
  describeIssue,
  describeLabel,
  describePerson,
  describeStates,
  describeType,
} from '../../../src/editor/documents/language/descriptions.ts';
import { hostileTexts } from '../../kit/hostileTexts.ts';

/** All Markdown that the editor receives if every text of the service is `text`. */
function all(text: string): Readonly<Record<string, MarkdownString>> {
  const user = { login: text, name: text, bio: text, company: text };
  const labels = [
    { name: text, color: '#d73a4a' },
    { name: text, color: text },
  ];
  const issue = v.parse(Issue, { number: text, title: text, state: text, body: text, user, assignee: user, labels });
  const type = { type_name: text, type_desc: text, status: [{ status_name: text, status_desc: text }] };
  return {
    issue: describeIssue(issue),
    person: describePerson(v.parse(User, { ...user, id: 'x' })),
    label: describeLabel({ name: text, color: '#d73a4a', description: text, issues: 1 }),
    type: describeType(type),
    states: describeStates([type]),
    row: tooltipOf({ title: text, text, facts: [[text, text]] }),
    template: markdown`${text}`,
  };
}

describe('hovers, tooltips and completions', () => {
  it('render no HTML, link, picture or icon from text of the service', () => {
    for (const text of hostileTexts) {
      for (const [name, { value, supportHtml, isTrusted, supportThemeIcons }] of Object.entries(all(text))) {
        assert.deepEqual([supportHtml, isTrusted, supportThemeIcons].filter(Boolean), [], name);
        const ours = value.replaceAll(swatch('#d73a4a')?.value ?? '', '');
        assert.doesNotMatch(ours, /[<>[\]()!`|$@~_]|:\/\/|www\./, `${name}: ${text}`);
        const shown = ours.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
        assert.ok(shown.includes(text), `${name}: ${shown}`);
      }
    }
  });

  it('render only the tags of the template', async () => {
    // The preview of old editors makes links of plain addresses, which hovers do not.
    const preview = workspace.getConfiguration('markdown.preview');
    await preview.update('linkify', false, ConfigurationTarget.Global);
    const tags = async (text: string): Promise<Record<string, string>> => {
      const rendered = Object.entries(all(text)).map(async ([name, { value }]) => {
        const html = await commands.executeCommand<string>('markdown.api.render', value);
        return [name, [...html.matchAll(/<\/?[a-z]\w*/gi)].map(([tag]) => tag).join(' ')] as const;
      });
      return Object.fromEntries(await Promise.all(rendered));
    };
    const expected = await tags('harmless');
    assert.match(expected.issue ?? '', /<p <strong <\/strong <\/p <p <\/p <p <\/p/);
    for (const text of hostileTexts) assert.deepEqual(await tags(text), expected, text);
    await preview.update('linkify', undefined, ConfigurationTarget.Global);
  });

  it('show a colour as an embedded picture, and nothing for an invalid colour', () => {
    assert.match(swatch('#d73a4a')?.value ?? '', /^!\[\]\(data:image\/svg\+xml,[\w%.*~'-]+\) $/);
    for (const color of [undefined, 'red', '#fff', '#d73a4a"/><image href="https://evil.example"/>'])
      assert.equal(swatch(color), undefined);
  });
});

describe('Markdown of a comment of somebody else', () => {
  it('renders no picture, in any form', async () => {
    const pictures = [
      '![a](https://evil.test/a.png)',
      '![a][b]\n\n[b]: https://evil.test/b.png',
      '![c]\n\n[c]: https://evil.test/c.png',
      '[![d](https://evil.test/d.png)](https://evil.test)',
      '``![e](https://evil.test/e.png)`',
    ];
    for (const text of pictures) {
      const { value, supportHtml, isTrusted } = foreignMarkdown(text);
      assert.deepEqual([supportHtml, isTrusted].filter(Boolean), []);
      const html = await commands.executeCommand<string>('markdown.api.render', value);
      assert.doesNotMatch(html, /<img/, text);
    }
  });

  it('keeps code with an exclamation mark', () => {
    assert.equal(foreignMarkdown('`vec![1, 2]`').value, '`vec![1, 2]`');
  });
});
