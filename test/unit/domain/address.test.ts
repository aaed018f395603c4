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
} from '../../../src/domain/address.ts';

const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/).filter((text) => text !== '.' && text !== '..');
const ref = fc.stringMatching(/^[a-z0-9@#-]+(\/[a-z0-9@#-]+){0,3}$/);
const segment = fc.string({ minLength: 1, unit: 'grapheme' }).filter(isSafeName);
const repository = { host: name, owner: name, repo: name };

describe('address', () => {
  it('writes the slashes of a ref as colons, so that the folder of a branch has its name', () => {
    const parts = formatFileAddress({ host: 'gitcode', owner: 'a', repo: 'r', ref: 'feature/login', path: 'src/x.ts' });
    assert.deepEqual(parts, { scheme: 'sourcehost', authority: 'gitcode', path: '/a/r@feature:login/src/x.ts' });
  });

  it('reads every file address that it writes', () => {
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

  it('names a file at two refs by one path', () => {
    const address = { host: 'gitcode', owner: 'a', repo: 'r', ref: 'feature/login', path: 'src/x.ts' };
    const parts = formatSideAddress(address);
    assert.equal(parts.path, '/a/r/src/x.ts');
    assert.deepEqual(parseFileAddress(parts), address);
    assert.equal(formatSideAddress({ ...address, ref: 'main' }).path, parts.path);
  });

  it('reads every record address that it writes', () => {
    const id = ref.filter((text) => text !== 'new');
    const kind = fc.constantFrom('issues', 'milestones', 'releases' as const);
    fc.assert(
      fc.property(
        fc.record({ ...repository, kind, id: fc.option(id, { nil: undefined }) }, { noNullPrototype: true }),
        (address) => assert.deepEqual(parseRecordAddress(formatRecordAddress(address)), address),
      ),
    );
  });

  it('refuses what is no address', () => {
    for (const path of ['', '/', '/a', '/a/..', '/a/r@/x', '/../r/x']) {
      assert.throws(() => parseFileAddress({ scheme: 'sourcehost', authority: 'h', path }), { kind: 'missing' }, path);
    }
    assert.equal(parseFullName('a/b/c'), undefined);
    assert.equal(parseFullName('../b'), undefined);
  });
});
