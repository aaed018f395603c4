import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSafeName } from '../../../../src/domain/hosts/address.ts';
import { parseWebLink, partRefAndPath, webLink } from '../../../../src/domain/hosts/links.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';
import { webAddress } from '../../../../src/domain/hosts/webAddress.ts';
import { isFailure } from '../../../../src/core/errors.ts';
import { rejection } from '../../../kit/rejection.ts';
import { runs } from '../../../kit/runs.ts';

const hostOf = (id: string, webUrl: string): Host => ({
  id,
  name: id,
  apiUrl: webUrl,
  authUrl: webUrl,
  webUrl,
  clientId: undefined,
  scopes: [],
  redirectUri: undefined,
  requestsPerMinute: undefined,
});
const hosts = [hostOf('gitcode', 'https://gitcode.com'), hostOf('own', 'https://example.org/code/')];
const name = { host: 'gitcode', owner: 'acme', repo: 'platform' };

describe('parseWebLink and webLink', () => {
  const cases: [string, object][] = [
    ['https://gitcode.com/acme/platform', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform.git', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform/', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform/issues', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform/tree', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform/releases', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform/releases/tag', { ...name, kind: 'repository' }],
    ['https://example.org/code/acme/platform', { ...name, host: 'own', kind: 'repository' }],
    ['https://gitcode.com/acme/platform/tree/main', { ...name, kind: 'tree', rest: ['main'], lines: undefined }],
    [
      'https://gitcode.com/acme/platform/blob/feature%2Flogin/src/%E4%B8%AD%20a.ts#L3-L7',
      { ...name, kind: 'tree', rest: ['feature/login', 'src', '中 a.ts'], lines: { from: 3, to: 7 } },
    ],
    [
      'https://gitcode.com/acme/platform/-/blob/v1/a#L9',
      { ...name, kind: 'tree', rest: ['v1', 'a'], lines: { from: 9, to: 9 } },
    ],
    [
      'https://gitcode.com/acme/platform/blob/v1/a#L9-4',
      { ...name, kind: 'tree', rest: ['v1', 'a'], lines: { from: 9, to: 9 } },
    ],
    ['https://gitcode.com/acme/platform/raw/v1/a', { ...name, kind: 'tree', rest: ['v1', 'a'], lines: undefined }],
    [
      'https://gitcode.com/acme/platform/edit/v1/a#L2',
      { ...name, kind: 'tree', rest: ['v1', 'a'], lines: { from: 2, to: 2 } },
    ],
    [
      'https://gitcode.com/acme/platform/blame/v1/a#L9',
      { ...name, kind: 'tree', rest: ['v1', 'a'], lines: { from: 9, to: 9 }, view: 'blame' },
    ],
    [
      'https://gitcode.com/acme/platform/commits/v1/a',
      { ...name, kind: 'tree', rest: ['v1', 'a'], lines: undefined, view: 'history' },
    ],
    ['https://gitcode.com/acme/platform/issues/12', { ...name, kind: 'record', record: 'issues', id: '12' }],
    [
      'https://gitcode.com/acme/platform/merge_requests/45',
      { ...name, kind: 'record', record: 'pullRequests', id: '45' },
    ],
    [
      'https://gitcode.com/acme/platform/-/merge_requests/45/diffs',
      { ...name, kind: 'record', record: 'pullRequests', id: '45' },
    ],
    ['https://gitcode.com/acme/platform/pulls/45', { ...name, kind: 'record', record: 'pullRequests', id: '45' }],
    ['https://gitcode.com/acme/platform/pull/45#note_1', { ...name, kind: 'record', record: 'pullRequests', id: '45' }],
    ['https://gitcode.com/acme/platform/pulls', { ...name, kind: 'repository' }],
    ['https://gitcode.com/acme/platform/milestones/3', { ...name, kind: 'record', record: 'milestones', id: '3' }],
    ['https://gitcode.com/acme/platform/releases/v1.0', { ...name, kind: 'record', record: 'releases', id: 'v1.0' }],
    [
      'https://gitcode.com/acme/platform/releases/tag/v1.0',
      { ...name, kind: 'record', record: 'releases', id: 'v1.0' },
    ],
  ];
  for (const [url, expected] of cases) {
    it(`parse ${url}`, () => assert.deepEqual(parseWebLink(url, hosts), expected));
  }

  for (const url of [
    'https://evil.test/acme/platform',
    'https://gitcode.com.evil.test/acme/platform',
    'http://gitcode.com/acme/platform',
    'https://gitcode.com@evil.test/acme/platform',
    'https://gitcode.com/acme',
    'https://gitcode.com/acme/platform/issues/12a',
    'https://gitcode.com/acme/platform/pull/new',
    'https://gitcode.com/acme/platform/pulls/0',
    'https://gitcode.com/acme/platform/settings',
    'https://gitcode.com/acme/plat%00form',
    'https://gitcode.com/acme/platform/tree/main%00',
    'https://gitcode.com/acme/platform/blob/main/a%0Ab.txt',
    'https://gitcode.com/a%2Fb/platform',
    'https://gitcode.com/acme/%zz',
    'https://example.org/other/acme/platform',
    'command:workbench.action.quit',
    'nonsense',
  ]) {
    it(`reject ${url}`, async () => {
      const refused = await rejection(
        Promise.resolve().then(() => parseWebLink(url, hosts)),
        'invalid',
      );
      assert.equal(refused.field, 'url');
    });
  }

  it('split a path at the shortest existing ref', async () => {
    const [host] = hosts;
    assert.ok(host);
    const name = { host: host.id, owner: 'alice', repo: 'demo' };
    const asked: (readonly string[])[] = [];
    const find = (names: readonly string[]): Promise<string | undefined> => {
      asked.push(names);
      return Promise.resolve(names.find((ref) => ref === 'feature/login'));
    };
    assert.deepEqual(await partRefAndPath(name, ['feature', 'login', 'src', 'a.ts'], find), {
      ref: 'feature/login',
      path: 'src/a.ts',
    });
    assert.deepEqual(asked, [['feature', 'feature/login', 'feature/login/src', 'feature/login/src/a.ts']]);
    const several = await rejection(partRefAndPath(name, ['gone', 'a'], find), 'missing');
    assert.deepEqual([several.reason, several.about], ['noRefInLink', ['gone', 'alice/demo']]);
    const one = await rejection(partRefAndPath(name, ['gone'], find), 'missing');
    assert.deepEqual([one.reason, one.about], ['noSuchRef', ['gone', 'alice/demo']]);
  });

  it('parse every written link', () => {
    const [host] = hosts;
    assert.ok(host);
    const place = { ref: 'feature/a#b', path: 'src/中 a?.ts', folder: false, lines: { from: 3, to: 7 } };
    const link = webLink(webAddress(host, name), place);
    assert.equal(link, 'https://gitcode.com/acme/platform/blob/feature/a%23b/src/%E4%B8%AD%20a%3F.ts#L3-L7');
    assert.deepEqual(parseWebLink(link, hosts), {
      ...name,
      kind: 'tree',
      rest: ['feature', 'a#b', 'src', '中 a?.ts'],
      lines: place.lines,
    });
    const folder = webLink(webAddress(host, name), { ref: 'feature/a', path: '', folder: true });
    assert.equal(folder, webAddress(host, name, 'tree', 'feature/a'), 'the page of the branch');
  });

  it('parse every written link, for any names', () => {
    const owner = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
    const segment = fc.string({ minLength: 1, unit: 'grapheme' }).filter(isSafeName);
    const from = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(
        fc.constantFrom(...hosts),
        owner,
        owner,
        segment,
        fc.array(segment, { maxLength: 4 }),
        fc.option(fc.tuple(from, fc.nat(99)), { nil: undefined }),
        (host, by, repo, ref, path, range) => {
          const lines = range && { from: range[0], to: range[0] + range[1] };
          const named = { host: host.id, owner: by, repo };
          const page = webAddress(host, named);
          const link = webLink(page, { ref, path: path.join('/'), folder: false, lines });
          assert.deepEqual(parseWebLink(link, hosts), { ...named, kind: 'tree', rest: [ref, ...path], lines });
        },
      ),
      runs(500),
    );
  });

  it('lead only to a configured host, for any input', () => {
    const piece = fc.oneof(
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...[
            'https://gitcode.com',
            'https://example.org/code',
            'http:',
            'file:',
            'command:',
            '//',
            '/',
            '\\',
            '@',
            ':',
          ],
          ...[
            'acme',
            'platform',
            '..',
            '.',
            '%2e%2e',
            '%2f',
            '%00',
            '%zz',
            '-',
            'blob',
            'tree',
            'issues',
            'releases',
            '1',
          ],
          ...['#L1', '#L1-L9999999999', '?', '#', '\n', '\u202e', '.git'],
        ),
      },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        try {
          const link = parseWebLink(pieces.join(''), hosts);
          assert.ok(hosts.some(({ id }) => id === link.host));
          for (const part of [link.owner, link.repo]) assert.ok(isSafeName(part), part);
        } catch (error) {
          assert.ok(isFailure(error, 'invalid') && error.field === 'url', String(error));
        }
      }),
      runs(2000),
    );
  });
});
