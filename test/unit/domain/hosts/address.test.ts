import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  formatFileAddress,
  formatRecordAddress,
  formatSideAddress,
  isSafeName,
  parseFileAddress,
  parseFullName,
  parseRecordAddress,
  repositoryKey,
  type RecordAddress,
} from '../../../../src/domain/hosts/address.ts';
import { isFailure } from '../../../../src/core/errors.ts';
import { runs } from '../../../kit/runs.ts';

const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/).filter((text) => text !== '.' && text !== '..');
const ref = fc.stringMatching(/^[a-z0-9@#-]+(\/[a-z0-9@#-]+){0,3}$/);
const segment = fc.string({ minLength: 1, unit: 'grapheme' }).filter(isSafeName);
const repository = { host: name, owner: name, repo: name };

describe('file and record addresses', () => {
  it('ignore the case of ASCII letters only as keys', () => {
    const key = (repo: string): string => repositoryKey({ host: 'local', owner: 'alice', repo });
    assert.equal(key('KIT'), key('kit'));
    assert.notEqual(key('\u212ait'), key('kit'));
  });

  it('write the slashes of a ref as colons, so that the folder is named after the branch', () => {
    const parts = formatFileAddress({ host: 'gitcode', owner: 'a', repo: 'r', ref: 'feature/login', path: 'src/x.ts' });
    assert.deepEqual(parts, { scheme: 'sourcehost', authority: 'gitcode', path: '/a/r@feature:login/src/x.ts' });
  });

  it('parse every written file address', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            ...repository,
            ref: fc.option(ref, { nil: undefined }),
            path: fc.array(segment).map((all) => all.join('/')),
          },
          { noNullPrototype: true },
        ),
        (address) => assert.deepEqual(parseFileAddress(formatFileAddress(address)), address),
      ),
    );
  });

  it('have the same path for one file at two refs', () => {
    const address = { host: 'gitcode', owner: 'a', repo: 'r', ref: 'feature/login', path: 'src/x.ts' };
    const parts = formatSideAddress(address);
    assert.equal(parts.path, '/a/r/src/x.ts');
    assert.deepEqual(parseFileAddress(parts), address);
    assert.equal(formatSideAddress({ ...address, ref: 'main' }).path, parts.path);
  });

  it('parse every written record address', () => {
    const number = fc.integer({ min: 1 }).map(String);
    const tag = ref.filter((text) => text !== 'new');
    const record = (
      kind: 'issues' | 'milestones' | 'releases',
      id: fc.Arbitrary<string>,
    ): fc.Arbitrary<RecordAddress> =>
      fc.record(
        { ...repository, kind: fc.constant(kind), id: fc.option(id, { nil: undefined }) },
        { noNullPrototype: true },
      );
    fc.assert(
      fc.property(
        fc.oneof(record('issues', number), record('milestones', number), record('releases', tag)),
        (address) => assert.deepEqual(parseRecordAddress(formatRecordAddress(address)), address),
      ),
    );
  });

  it('throw missing for an invalid address', () => {
    for (const path of ['', '/', '/a', '/a/..', '/a/r@/x', '/../r/x', '/a/r/../s', '/a/r/./s', '/a/r/s\u0000']) {
      assert.throws(() => parseFileAddress({ scheme: 'sourcehost', authority: 'h', path }), { kind: 'missing' }, path);
    }
    assert.equal(parseFullName('a/b/c'), undefined);
    assert.equal(parseFullName('../b'), undefined);
  });

  it('throw missing for a record without a number, and for a ref with a control character', () => {
    for (const path of [
      '/a/r/issues/abc.md',
      '/a/r/issues/1x.md',
      '/a/r/issues/0.md',
      '/a/r/issues/01.md',
      '/a/r/milestones/-1.md',
      '/a/r/releases/v1\0.md',
    ])
      assert.throws(() => parseRecordAddress({ scheme: 'sourcehost-record', authority: 'h', path }), {
        kind: 'missing',
      });
    assert.throws(() => parseFileAddress({ scheme: 'sourcehost', authority: 'h', path: '/a/r@main\0/x' }), {
      kind: 'missing',
    });
  });

  it('never parse to a path outside a repository, for any input', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '/',
        'a',
        'r',
        '@',
        ':',
        '..',
        '.',
        '%2f',
        '\\',
        '\n',
        '\u0000',
        '\u202e',
        'issues',
        'new',
        '.md',
        '1',
      ),
    );
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, fc.boolean(), (authority, path, record) => {
        try {
          const found = record
            ? parseRecordAddress({ scheme: 'sourcehost-record', authority, path })
            : parseFileAddress({ scheme: 'sourcehost', authority, path });
          for (const part of [found.owner, found.repo]) assert.ok(isSafeName(part), part);
          if ('path' in found)
            for (const part of found.path.split('/')) assert.ok(part === '' || isSafeName(part), part);
        } catch (error) {
          assert.ok(isFailure(error, 'missing', 'invalid'), String(error));
        }
      }),
      runs(2000),
    );
  });
});
