import assert from 'node:assert/strict';
import {
  accessOf,
  accessOfMember,
  nameForPeople,
  permissionsOf,
  roleNameOf,
} from '../../../../src/domain/permissions/memberAccess.ts';

describe('access of a member', () => {
  it('has the same meaning in the words of the description and of the live service', () => {
    const cases = { admin: 'admin', push: 'push', write: 'push', pull: 'pull', read: 'pull', Admin: 'admin' } as const;
    for (const [permission, access] of Object.entries(cases)) assert.equal(accessOf(permission), access, permission);
  });

  it('is not assumed from the name of a custom role, a number or nothing', () => {
    for (const permission of ['translator', '40', '', undefined, 'constructor', '__proto__'])
      assert.equal(accessOf(permission), undefined, String(permission));
    assert.deepEqual(permissionsOf(undefined), {});
  });

  it('comes from the flags of the record, else from its permission', () => {
    assert.equal(accessOfMember({ permissions: { pull: true, push: true, admin: true } }), 'admin');
    assert.equal(accessOfMember({ permissions: { pull: true, push: true, admin: false } }), 'push');
    assert.equal(accessOfMember({ permissions: { pull: true }, permission: 'write' }), 'push');
    assert.equal(accessOfMember({ permissions: { pull: true } }), 'pull');
    assert.equal(accessOfMember({ permissions: {}, permission: 'admin' }), 'admin');
    assert.equal(accessOfMember({ permission: 'translator' }), undefined);
  });

  it('tells push and administration', () => {
    assert.deepEqual(permissionsOf('admin'), { push: true, admin: true });
    assert.deepEqual(permissionsOf('push'), { push: true, admin: false });
    assert.deepEqual(permissionsOf('pull'), { push: false, admin: false });
  });
});

describe('role of a member', () => {
  const maintainer = { role_name: 'Maintainer', role_name_cn: '维护者' };

  it('has its Chinese name where the editor is Chinese, and its English name elsewhere', () => {
    for (const language of ['zh-cn', 'zh-tw', 'zh']) assert.equal(roleNameOf(maintainer, language), '维护者', language);
    for (const language of ['en', 'de', 'fr']) assert.equal(roleNameOf(maintainer, language), 'Maintainer', language);
  });

  it('has the other name if the service sends only that one', () => {
    assert.equal(roleNameOf({ role_name_cn: '维护者' }, 'en'), '维护者');
    assert.equal(roleNameOf({ role_name: 'Maintainer', role_name_cn: ' ' }, 'zh-cn'), 'Maintainer');
  });

  it('is never a number', () => {
    assert.equal(roleNameOf({ role_name: '40', role_name_cn: '40' }, 'en'), undefined);
    assert.equal(roleNameOf({ role_name: '40', role_name_cn: '维护者' }, 'en'), '维护者');
    for (const name of ['40', ' 30 ', '-1', '1.5', '', undefined]) assert.equal(nameForPeople(name), undefined);
    assert.equal(nameForPeople('Level 4'), 'Level 4');
  });
});
