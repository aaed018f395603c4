import fc from 'fast-check';
import * as v from 'valibot';
import { Issue, Milestone } from '../../src/api/record/issue.ts';
import { Release } from '../../src/api/record/release.ts';

/** Text as users, scripts and attackers write it. */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom(
    '---',
    '---\n',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '  \n',
    ' ',
    '\t',
    ': ',
    ' #',
    '- ',
    '# ',
    '"',
    "'",
    '|',
    '>',
    '&a',
    '*a',
    '!!str',
    '{a: b}',
    '[',
    ']',
    ',',
    'null',
    '~',
    'true',
    '12',
    '0x1f',
    '2026-01-31',
    '.inf',
    '<<',
    '%YAML 1.2',
    '...',
    '@login',
    '`',
    '\\',
    '\\n',
    '\u0000',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\u{d800}',
    '😀',
    '<script>',
    '<!-- comments below are not saved -->',
    '\n<!-- comments below are not saved -->\n',
    'title: x',
    '中文',
  ),
);

export const anyText = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
export const anyLine = anyText.map((text) => text.replaceAll(/[\r\n]+/g, ' '));
const title = anyText.filter((text) => text.trim() !== '');
const time = fc
  .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2099-12-31') })
  .map((date) => date.toISOString());
const day = time.map((text) => text.slice(0, 10));
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { nil: null });
const login = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,20}$/);
const user = fc.record({ id: fc.string(), login, name: maybe(anyText) });

/** A decoded issue with any values that a service may send. */
export const anyIssue = fc
  .record({
    number: fc.nat().map(String),
    state: fc.constantFrom('opened', 'open', 'closed'),
    title,
    body: maybe(anyText),
    user: maybe(user),
    assignee: maybe(user),
    milestone: maybe(fc.record({ number: fc.nat(), title })),
    labels: fc.array(fc.record({ name: title, color: fc.constantFrom('#ff0000', 'red', '') }), { maxLength: 4 }),
    created_at: time,
    updated_at: time,
    finished_at: maybe(time),
    issue_type: maybe(anyText),
    stage: maybe(anyText),
    severity: maybe(anyText),
    priority: maybe(fc.nat()),
  })
  .map((issue) => v.parse(Issue, issue));

export const anyMilestone = fc
  .record({
    number: fc.nat(),
    title,
    description: maybe(anyText),
    state: fc.constantFrom('active', 'open', 'closed'),
    due_on: day,
    open_issues: fc.nat(),
    closed_issues: fc.nat(),
    created_at: time,
    updated_at: time,
  })
  .map((milestone) => v.parse(Milestone, milestone));

export const anyRelease = fc
  .record({
    tag_name: fc.stringMatching(/^[a-z0-9/.-]{1,20}$/),
    name: title,
    body: maybe(anyText),
    author: maybe(user),
    created_at: time,
    assets: fc.array(fc.record({ name: title }), { maxLength: 3 }),
    release_status: fc.constantFrom('pre', 'latest'),
  })
  .map((release) => v.parse(Release, release));
