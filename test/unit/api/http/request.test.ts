import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Endpoint } from '../../../../src/api/contract/endpoint.ts';
import { endpoints } from '../../../../src/api/client/endpoints.ts';
import { optionalEndpoints } from '../../../../src/api/client/optionalEndpoints.ts';
import { buildRequest } from '../../../../src/api/http/request.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { runs } from '../../../kit/runs.ts';

const at = 'https://api.test';
const repo = { owner: 'o', repo: 'r' };

type Params = Readonly<Record<string, unknown>>;
const build = (endpoint: Endpoint, params: Params) => {
  const { body, ...request } = buildRequest(endpoint, params, at);
  return { ...request, body: typeof body === 'object' ? assert.fail('the body is a stream') : body };
};
const urlOf = (endpoint: Endpoint, params: Params): string => build(endpoint, params).url.slice(at.length);

function refusal(endpoint: Endpoint, params: Params): Failure {
  try {
    build(endpoint, params);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  assert.fail('was not refused');
}

describe('buildRequest', () => {
  it('sends a form with a field for each value of a list', () => {
    const { body, contentType, url } = build(optionalEndpoints.inbox.markRead, { ...repo, ids: ['a b', 'c'] });
    assert.deepEqual([body, contentType], ['ids=a+b&ids=c', 'application/x-www-form-urlencoded']);
    assert.ok(url.endsWith('/notifications?ids=a%20b%2Cc'));
  });

  it('encodes path inputs, including a slash in a name', () => {
    const { branches, releases, branchRules } = endpoints;
    assert.equal(
      urlOf(branches.get, { ...repo, branch: 'feature/登录 1' }),
      '/api/v5/repos/o/r/branches/feature%2F%E7%99%BB%E5%BD%95%201',
    );
    assert.equal(urlOf(releases.byTag, { ...repo, tag: 'v1.0+b/2' }), '/api/v5/repos/o/r/releases/tags/v1.0%2Bb%2F2');
    assert.equal(
      urlOf(branchRules.remove, { ...repo, wildcard: 'release/*' }),
      '/api/v5/repos/o/r/branches/release%2F*/setting',
    );
    assert.equal(urlOf(endpoints.repositories.get, { owner: 'a?b', repo: 'c#d' }), '/api/v5/repos/a%3Fb/c%23d');
  });

  it('refuses control characters in names, refs and paths, but keeps the lines of a message', () => {
    const { branches, files, repositories } = endpoints;
    const refused = [
      refusal(branches.get, { ...repo, branch: 'main\0' }),
      refusal(branches.create, { ...repo, refs: 'main\u001b', branch_name: 'x' }),
      refusal(files.content, { ...repo, path: 'a\nb' }),
      refusal(files.content, { ...repo, path: 'a', ref: 'main\u0085' }),
      refusal(repositories.get, { owner: 'o\t', repo: 'r' }),
    ];
    assert.deepEqual(
      refused.map(({ field, requirement }) => [field, requirement?.code]),
      ['branch', 'refs', 'path', 'ref', 'owner'].map((field) => [field, 'printable']),
    );
    const message = 'Fix\n\nBecause';
    const { body } = build(files.create, { ...repo, path: 'a', content: '', message });
    assert.deepEqual(JSON.parse(body ?? ''), { content: '', message });
  });

  it('refuses a text that is no public key', () => {
    const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
    const others = [`${ed25519} a\n${ed25519} b`, `${ed25519} a\0b`, ed25519.replace('ed25519', 'rsa')];
    for (const key of ['hello', 'ssh-ed25519 nonsense', '-----BEGIN OPENSSH PRIVATE KEY-----', ...others]) {
      const { field, requirement } = refusal(endpoints.keys.create, { key, title: 't' });
      assert.deepEqual([field, requirement?.code], ['key', 'publicKey'], key);
    }
  });

  it('keeps the slashes of a file path and encodes the rest', () => {
    const path = 'my docs/a#b?c%d+e&f/中文😀.md';
    assert.equal(
      urlOf(endpoints.files.content, { ...repo, path, ref: 'feature/x' }),
      '/api/v5/repos/o/r/contents/my%20docs/a%23b%3Fc%25d%2Be%26f/%E4%B8%AD%E6%96%87%F0%9F%98%80.md?ref=feature%2Fx',
    );
  });

  it('encodes the query, including a plus sign', () => {
    assert.equal(
      urlOf(endpoints.issues.list, {
        ...repo,
        since: '2026-01-31T09:30:00+08:00',
        labels: ['a b', 'c&d'],
        milestone: 'M=1',
      }),
      '/api/v5/repos/o/r/issues?labels=a%20b%2Cc%26d&since=2026-01-31T09%3A30%3A00%2B08%3A00&milestone=M%3D1',
    );
  });

  it('writes the body as JSON with the names of the API, and no body for an operation without one', () => {
    const { body } = build(endpoints.files.create, {
      ...repo,
      path: 'p',
      content: 'YQ==',
      message: 'm',
      'author[name]': 'A',
      branch: undefined,
    });
    assert.deepEqual(JSON.parse(body ?? ''), { content: 'YQ==', message: 'm', 'author[name]': 'A' });
    assert.equal(build(endpoints.users.self, {}).body, undefined);
    assert.equal(build(endpoints.webhooks.test, { ...repo, id: 1 }).body, undefined);
    assert.equal(build(endpoints.members.set, { ...repo, username: 'u' }).body, '{}');
  });

  it('builds the same address for every form of the API root', () => {
    for (const root of ['https://x.test', 'https://x.test/', 'https://x.test/api/v5', 'https://x.test/api/v5/'])
      assert.equal(buildRequest(endpoints.users.self, {}, root).url, 'https://x.test/api/v5/user');
  });

  it('names the operation without the values of its inputs', () => {
    assert.equal(
      build(endpoints.files.content, { ...repo, path: 'secret' }).operation,
      'GET /api/v5/repos/{owner}/{repo}/contents/{path}',
    );
  });

  const { files, issues, own, repositories, releases, users, tags, keys, webhooks, protectedTags, milestones } =
    endpoints;
  const file = { ...repo, path: 'p', content: '', message: 'm' };
  const issue = { owner: 'o', repo: 'r', title: 't' };
  const refused: readonly [string, Endpoint, Params, string][] = [
    ['a missing input', issues.create, { owner: 'o', repo: 'r' }, 'title'],
    ['a missing path input', repositories.get, { owner: 'o' }, 'repo'],
    ['an empty path input', repositories.get, { owner: '', repo: 'r' }, 'owner'],
    ['an input that the operation does not have', repositories.get, { ...repo, page: 1 }, 'page'],
    ['an input named like a property of every object', repositories.get, { ...repo, constructor: 'x' }, 'constructor'],
    ['a value of another type', issues.create, { ...issue, body: 7 }, 'body'],
    ['null', issues.create, { ...issue, body: null }, 'body'],
    ['a blank name', issues.create, { ...issue, title: '  ' }, 'title'],
    ['a value outside its list of values', issues.edit, { ...issue, number: 1, state: 'opened' }, 'state'],
    ['a number as text', protectedTags.edit, { ...repo, name: 'v*', create_access_level: '30' }, 'create_access_level'],
    ['a label with a comma', issues.create, { ...issue, labels: ['a,b'] }, 'labels'],
    ['a label that is not text', issues.create, { ...issue, labels: [1] }, 'labels'],
    ['labels that are not a list', issues.create, { ...issue, labels: 1 }, 'labels'],
    ['half of a surrogate pair', issues.create, { ...issue, title: '\ud800' }, 'title'],
    ['half of a surrogate pair in a path', files.content, { ...repo, path: '\ud800' }, 'path'],
    ['a time without a zone', issues.list, { ...repo, since: '2026-01-31T09:30:00' }, 'since'],
    ['an impossible time', issues.list, { ...repo, since: '2026-13-31T09:30:00Z' }, 'since'],
    ['an impossible date', milestones.create, { ...repo, title: 't', due_on: '2026-02-30' }, 'due_on'],
    ['a time instead of a date', milestones.create, { ...repo, title: 't', due_on: '2026-02-03T00:00:00Z' }, 'due_on'],
    ['content that is not Base64', files.create, { ...file, content: 'hello' }, 'content'],
    ['content with line breaks', files.create, { ...file, content: 'aGVs\nbG8=' }, 'content'],
    ['a path with ..', files.content, { ...repo, path: 'a/../b' }, 'path'],
    ['a path with .', files.content, { ...repo, path: './b' }, 'path'],
    ['a path with an empty segment', files.content, { ...repo, path: 'a//b' }, 'path'],
    ['the name ..', repositories.get, { owner: '..', repo: 'r' }, 'owner'],
    ['page 0', tags.list, { ...repo, page: 0 }, 'page'],
    ['a page after the last one of a search', endpoints.search.users, { q: 'x', page: 101 }, 'page'],
    ['per_page above the maximum', tags.list, { ...repo, per_page: 101 }, 'per_page'],
    ['per_page above the maximum of a search', endpoints.search.users, { q: 'x', per_page: 51 }, 'per_page'],
    ['a fraction instead of an integer', webhooks.get, { ...repo, id: 1.5 }, 'id'],
    ['type together with affiliation', own.repositories, { type: 'owner', affiliation: ['owner'] }, 'affiliation'],
    ['an unknown affiliation', own.repositories, { affiliation: 'owner,friend' }, 'affiliation'],
    ['an empty reviewer setting', repositories.setReviewers, repo, 'assignees'],
    ['a negative number of reviewers', repositories.setReviewers, { ...repo, testers_number: -1 }, 'testers_number'],
    ['a tag that is a path segment of another operation', releases.get, { ...repo, tag: 'latest' }, 'tag'],
    ['a login that is a path segment of another operation', users.get, { username: 'orgs' }, 'username'],
    ['an address with another protocol than http', webhooks.create, { ...repo, url: 'ftp://example.org' }, 'url'],
    ['an address without a host', webhooks.edit, { ...repo, id: 1, url: 'https://' }, 'url'],
    ['an empty SSH key', keys.create, { key: ' ', title: 't' }, 'key'],
  ];
  for (const [name, endpoint, params, field] of refused) {
    it(`rejects ${name}`, () => {
      const failure = refusal(endpoint, params);
      assert.equal(failure.kind, 'invalid');
      assert.equal(failure.field, field);
      assert.ok(failure.message.startsWith(field), failure.message);
    });
  }

  it('explains why a label cannot contain a comma', () => {
    assert.match(refusal(issues.create, { ...issue, labels: ['a,b'] }).message, /“a,b”.*names are separated by commas/);
  });

  it('converts switches to text and lists to comma-separated text', () => {
    const sent = build(issues.create, { ...issue, labels: ['a', 'b c'], security_hole: true, milestone: 3 }).body;
    assert.deepEqual(JSON.parse(sent ?? ''), {
      repo: 'r',
      title: 't',
      labels: 'a,b c',
      security_hole: 'true',
      milestone: 3,
    });
    assert.equal(
      urlOf(own.repositories, { affiliation: ['owner', 'admin'] }),
      '/api/v5/user/repos?affiliation=owner%2Cadmin',
    );
    assert.equal(
      urlOf(own.repositories, { affiliation: 'owner,admin' }),
      '/api/v5/user/repos?affiliation=owner%2Cadmin',
    );
    assert.equal(
      urlOf(releases.get, { ...repo, tag: 'v1', temp_download_url: true }),
      '/api/v5/repos/o/r/releases/v1?temp_download_url=true',
    );
    const reviewers = build(repositories.setReviewers, { ...repo, assignees: ['a', 'b'], testers_number: 0 }).body;
    assert.deepEqual(JSON.parse(reviewers ?? ''), { assignees: 'a,b', testers_number: 0 });
  });

  it('builds an address that decodes to the given inputs, for any inputs', () => {
    const printable = fc.string({ unit: 'binary' }).filter((text) => !/\p{Cc}/u.test(text));
    const segment = printable.filter((text) => !['', '.', '..'].includes(text));
    const segments = fc.array(
      segment.filter((text) => !text.includes('/')),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(segment, segment, segments, printable, (owner, name, path, ref) => {
        const params = { owner, repo: name, path: path.join('/'), ref };
        const url = new URL(build(files.content, params).url);
        const [, api, v5, repos, o, r, contents, ...rest] = url.pathname.split('/');
        assert.deepEqual([api, v5, repos, contents], ['api', 'v5', 'repos', 'contents']);
        assert.deepEqual(
          [o, r].map((part) => decodeURIComponent(part ?? '')),
          [owner, name],
        );
        assert.deepEqual(rest.map(decodeURIComponent), path);
        assert.equal(url.searchParams.get('ref'), ref);
        assert.equal(url.hash, '');
      }),
      runs(10_000),
    );
  }).timeout(60_000);
});
