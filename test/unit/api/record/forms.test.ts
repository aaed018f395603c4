import assert from 'node:assert/strict';
import * as v from 'valibot';
import { colorOf } from '../../../../src/domain/text/color.ts';
import type { RecordSchema } from '../../../../src/api/record/decode.ts';
import { Branch, BranchRule } from '../../../../src/api/record/branch.ts';
import { CommitResult, TreeEntry } from '../../../../src/api/record/content.ts';
import { Issue, IssueComment, Label, Milestone } from '../../../../src/api/record/issue.ts';
import { Collaborator } from '../../../../src/api/record/member.ts';
import { Organization } from '../../../../src/api/record/organization.ts';
import { Release, UploadGrant } from '../../../../src/api/record/release.ts';
import { Repository } from '../../../../src/api/record/repository.ts';
import { Activity, User } from '../../../../src/api/record/user.ts';
import { samples } from './samples.ts';

/** Asserts that every field of `given` is in `read`. Ids and names are compared as text. */
function assertKept(given: unknown, read: unknown, path: string): void {
  if (Array.isArray(given)) {
    assert.ok(Array.isArray(read) && read.length === given.length, path);
    given.forEach((item, index) => assertKept(item, read[index], `${path}[${index}]`));
  } else if (typeof given === 'object' && given !== null) {
    for (const [name, value] of Object.entries(given))
      assertKept(value, (read as Record<string, unknown> | undefined)?.[name], `${path}.${name}`);
  } else if (given !== read) assert.equal(read, String(given), path);
}

type Change = (value: unknown, name: string) => unknown;

/** The same value with every field changed by `change`, at every depth. */
function changed(value: unknown, change: Change, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change, name));
  if (typeof value !== 'object' || value === null) return change(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, changed(field, change, key)]));
}

/** Fields that identify a record. They are never unset. */
const identities = new Set([
  'login',
  'username',
  'path',
  'name',
  'full_name',
  'number',
  'id',
  'sha',
  'email',
  'tag_name',
  'url',
  'type_name',
  'status_name',
]);

const habits: Readonly<Record<string, Change>> = {
  'numbers as text': (value) => (typeof value === 'number' ? String(value) : value),
  'booleans as 0 and 1': (value) => (typeof value === 'boolean' ? Number(value) : value),
  'booleans as text': (value) => (typeof value === 'boolean' ? String(value) : value),
  'null for unset fields': (value, name) => (identities.has(name) ? value : null),
  'empty text for unset fields': (value, name) => (identities.has(name) ? value : ''),
  'lists for unset fields': (value, name) => (identities.has(name) ? value : []),
  'another type for every field but the identifying ones': (value, name) =>
    identities.has(name) ? value : { odd: [value] },
  'odd times': (value) => (value === '2026-01-31T09:30:00+08:00' ? '1/31/26 1:30 AM' : value),
};

const parse = <T>(schema: RecordSchema<T>, value: unknown): T => v.parse(schema, value);

describe('record schema', () => {
  it('reads the role of an organization also from an object with the access level', () => {
    const roles = ['admin', 'auditor', { access_level: 50 }, { access_level: '30' }, { role_name: '审计' }, {}];
    assert.deepEqual(
      roles.map((my_role) => v.parse(Organization, { login: 'acme', my_role }).my_role),
      ['admin', 'auditor', 'admin', 'member', '审计', undefined],
    );
  });

  for (const [name, [schema, sample]] of Object.entries(samples)) {
    it(`keeps every field of the described form: ${name}`, () => assertKept(sample, parse(schema, sample), name));

    it(`accepts every form of the fields: ${name}`, () => {
      for (const [habit, change] of Object.entries(habits)) {
        const read = v.safeParse(schema, changed(sample, change));
        assert.ok(read.success, `${habit}: ${read.issues?.[0]?.message ?? ''}`);
      }
      const more = changed(sample, (value) => value) as object;
      assert.ok(v.is(schema, { ...more, unknown_field: { x: 1 }, __proto__: null }));
    });
  }

  it('converts numbers, flags and times of other types', () => {
    const [, sample] = samples['repository, summary']!;
    const plain = parse(Repository, sample);
    for (const habit of ['numbers as text', 'booleans as 0 and 1', 'booleans as text'])
      assert.deepEqual(parse(Repository, changed(sample, habits[habit]!)), {
        ...plain,
        project_labels: plain.project_labels,
      });
    assert.equal(parse(Repository, changed(sample, habits['odd times']!)).created_at, '2026-01-31T01:30:00.000Z');
  });

  it('sets web_url from whichever address the service sends', () => {
    const base = { full_name: 'o/r' };
    assert.equal(parse(Repository, { ...base, html_url: 'https://h' }).web_url, 'https://h');
    assert.equal(parse(Repository, { ...base, http_url_to_repo: 'https://x/o/r.git' }).web_url, 'https://x/o/r');
    assert.equal(parse(Repository, base).web_url, undefined);
  });

  it('sets one name for the sha of a branch, the login of a member, the path of an entry and the login of an organization', () => {
    assert.equal(parse(Branch, { name: 'b', commit: { id: 'abc' } }).commit?.sha, 'abc');
    assert.equal(parse(Collaborator, { username: 'li', id: 1 }).login, 'li');
    assert.equal(parse(TreeEntry, { name: 'a', path: '' }).path, 'a');
    assert.equal(parse(Organization, { path: 'o' }).login, 'o');
  });

  it('tells the default branch from either field, and the main language with its colour', () => {
    assert.equal(parse(Branch, { name: 'b', default_branch: true }).default, true);
    assert.equal(parse(Branch, { name: 'b', default: false, default_branch: true }).default, false);
    assert.equal(parse(Branch, { name: 'b' }).default, undefined);
    const languageOf = (record: object): readonly unknown[] => {
      const { language, language_color, main_repository_language } = parse(Repository, { full_name: 'o/r', ...record });
      return [language, language_color, main_repository_language];
    };
    const go = { language: 'Go', main_repository_language: ['Go', '#00ADD8'] };
    assert.deepEqual(languageOf(go), ['Go', '#00ADD8', 'Go']);
    assert.deepEqual(languageOf({ main_repository_language: ['Go'] }), ['Go', undefined, 'Go']);
    assert.deepEqual(languageOf({ main_repository_language: 'Go' }), ['Go', undefined, 'Go']);
    assert.deepEqual(languageOf({ language: 'Go' }), ['Go', undefined, undefined]);
    assert.deepEqual(languageOf({}), [undefined, undefined, undefined]);
  });

  it('takes only hexadecimal digits for the colour of a language', () => {
    for (const color of ['red', '#12', '#12345g', '#123456;fill:url(//x)', '"/><script>', 7, null, {}, ['#000']]) {
      const read = parse(Repository, { full_name: 'o/r', main_repository_language: ['Go', color] });
      assert.deepEqual([read.language, read.language_color], ['Go', undefined], JSON.stringify(color));
    }
  });

  it('loses only the field for an answer of another shape', () => {
    const shapes: readonly unknown[] = [
      null,
      '',
      [],
      {},
      [[]],
      { odd: 1 },
      [null, null],
      [{}],
      true,
      -1,
      'odd',
      ['', 7],
    ];
    const fields: readonly [RecordSchema<object>, object, readonly string[]][] = [
      [
        Repository,
        { full_name: 'o/r', description: 'd' },
        [
          'main_repository_language',
          'language',
          'enterprise',
          'homepage',
          'web_url',
          'permission',
          'repo_type',
          'has_wiki',
          'has_issues',
          'pull_requests_enabled',
        ],
      ],
      [
        Collaborator,
        { login: 'li', name: 'Li' },
        ['access_level', 'role_name', 'role_name_cn', 'permission', 'permissions'],
      ],
      [Branch, { name: 'b', protected: true }, ['default_branch', 'default']],
      [User, { login: 'li', bio: 'b' }, ['website', 'location', 'github_account']],
      [Organization, { login: 'o', description: 'd' }, ['my_role', 'url']],
    ];
    for (const [schema, record, names] of fields)
      for (const name of names)
        for (const shape of shapes) {
          const read = v.safeParse(schema, { ...record, [name]: shape });
          assert.ok(read.success, `${name}: ${JSON.stringify(shape)}`);
          for (const [kept, value] of Object.entries(record))
            assert.equal((read.output as Record<string, unknown>)[kept], value, `${name}: ${JSON.stringify(shape)}`);
        }
  });

  it('accepts bare names for people of a rule, parents of a commit and a state', () => {
    const rule = parse(BranchRule, {
      name: 'b',
      push_users: ['li', { username: 'wang' }, { name: 'Zhao' }, 7, null, {}],
    });
    assert.deepEqual(
      rule.push_users.map(({ login }) => login),
      ['li', 'wang', 'Zhao', '7'],
    );
    const { commit } = parse(CommitResult, { commit: { sha: 'a', tree: 't', parents: ['p', { sha: 'q' }] } });
    assert.deepEqual([commit?.tree, commit?.parents], [{ sha: 't' }, [{ sha: 'p' }, { sha: 'q' }]]);
    assert.equal(parse(Issue, { number: 1, issue_state_detail: 'To do' }).issue_state_detail?.title, 'To do');
    assert.deepEqual(parse(Issue, { number: 1, labels: ['a', 'b'] }).labels, [{ name: 'a' }, { name: 'b' }]);
  });

  it('drops only the unreadable items of a nested list', () => {
    const issue = parse(Issue, { number: 1, labels: [{ name: 'a' }, { id: 2 }, null, ['x'], { name: 'b', color: 7 }] });
    assert.deepEqual(
      issue.labels.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it('requires the identifying field', () => {
    assert.ok(!v.is(Issue, { title: 't' }));
    assert.ok(!v.is(Issue, { number: '' }));
    assert.ok(!v.is(Collaborator, { id: 1 }));
    assert.ok(!v.is(CommitResult, { message: 'no' }));
    for (const nothing of [null, 1, 'text', true, undefined]) assert.ok(!v.is(Repository, nothing));
  });

  it('accepts __proto__ and constructor as keys without changing Object.prototype', () => {
    const hostile = JSON.parse(
      '{"events":{"__proto__":[{"action":1}],"constructor":[{"action":2}]},"__proto__":{"next":"x"}}',
    ) as unknown;
    const { events, next } = parse(Activity, hostile);
    assert.deepEqual(Object.keys(events), ['constructor']);
    assert.equal(next, undefined);
    assert.equal(Object.getPrototypeOf(events), Object.prototype);
    assert.equal(({} as { action?: unknown }).action, undefined);
  });

  it('reads null, absent and invalid events and headers as empty', () => {
    for (const events of [null, undefined, [], ['x'], 'x', 7]) assert.deepEqual(parse(Activity, { events }).events, {});
    assert.deepEqual(parse(UploadGrant, { url: 'u', headers: null }).headers, {});
    assert.deepEqual(parse(UploadGrant, { url: 'u', headers: { a: 1, b: {} } }).headers, { a: '1' });
  });

  it('keeps the headers of an upload grant that have no value', () => {
    assert.deepEqual(parse(UploadGrant, { url: 'u', headers: { 'x-meta': '' } }).headers, { 'x-meta': '' });
  });
});

describe('record with a field of another form', () => {
  const odd = [null, '', 0, 7, -1, true, 'text', [], [[]], ['x'], {}, { title: {} }, { odd: [1] }];
  const cases: readonly (readonly [string, RecordSchema<unknown>, object, readonly string[]])[] = [
    [
      'issue',
      Issue,
      { number: '5', title: 'T' },
      ['issue_type', 'issue_type_detail', 'issue_state', 'issue_state_detail', 'issue_priority_detail', 'priority'],
    ],
    ['issue with its milestone and labels', Issue, { number: '5', title: 'T' }, ['milestone', 'labels', 'comments']],
    ['label', Label, { name: 'bug', title: 'T' }, ['text_color', 'description', 'color', 'id']],
    ['milestone', Milestone, { number: '4', title: 'T' }, ['due_on', 'url', 'open_issues']],
    ['release', Release, { tag_name: 'v1', name: 'T' }, ['draft', 'prerelease', 'release_status', 'assets']],
    ['comment', IssueComment, { id: '1', body: 'T' }, ['created_at', 'updated_at', 'user']],
  ];
  for (const [name, schema, known, fields] of cases) {
    it(`loses this field only: ${name}`, () => {
      for (const field of fields)
        for (const value of odd) {
          const read = parse(schema, { ...known, [field]: value });
          const kept = { ...(read as object) };
          for (const [key, expected] of Object.entries(known))
            if (key in kept)
              assert.equal(kept[key as keyof typeof kept], expected, `${field}: ${JSON.stringify(value)}`);
        }
    });
  }

  it('is still drawn: no text, colour or address comes from an odd value', () => {
    for (const value of odd) {
      const label = parse(Label, { name: 'bug', color: value, text_color: value });
      assert.equal(colorOf(label.color), undefined);
      assert.equal(colorOf(label.text_color), undefined);
    }
  });
});
