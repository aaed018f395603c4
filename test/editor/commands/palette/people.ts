import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { showsTab } from '../../kit/tabs.ts';
import { selects, type Scene, type Walk } from './walk.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl alice@laptop';
const fingerprint = 'SHA256:';

const permission = async ({ call }: Scene, username: string): Promise<unknown> =>
  (await call<{ permission?: unknown }>('members.permission', { username })).permission;

const logins = async ({ call }: Scene, list: string, params: object = {}): Promise<unknown[]> =>
  (await call(list, params)).map(({ login }) => login);

/** Members, organizations and enterprises, users and SSH keys. */
export const people: readonly Walk[] = [
  {
    id: 'member.add',
    asks: async ({ person }) => {
      await person.isTold(/Enter a value/, '');
      await person.enters('newc');
      await person.picks('newcomer');
      const list = await person.picks('Read and download');
      assert.deepEqual(
        list.rows.map(({ label, description }) => [label, description]),
        [
          ['Read and download', undefined],
          ['Read and write', undefined],
          ['Administer', undefined],
        ],
      );
    },
    then: async (scene) => {
      assert.equal(await permission(scene, 'newcomer'), 'pull');
      await selects('newcomer');
    },
  },
  {
    id: 'member.setPermission',
    asks: async ({ person }) => {
      await person.picks('newcomer');
      await person.picks('Read and write');
    },
    then: async (scene) => assert.equal(await permission(scene, 'newcomer'), 'push'),
  },
  {
    id: 'member.check',
    asks: ({ person }) => person.picks('newcomer'),
    then: ({ person }) => person.answers(/^newcomer is a member of alice\/website: can push$/),
  },
  {
    id: 'member.remove',
    asks: async ({ person }) => {
      await person.picks('newcomer');
      await person.answers(/^Remove newcomer from alice\/website\?$/, 'Remove Member');
    },
    then: async (scene) => assert.ok(!(await logins(scene, 'members.list')).includes('newcomer')),
  },
  {
    id: 'organization.show',
    asks: ({ person }) => person.picks('acme'),
    then: () => showsTab(/acme/i),
  },
  {
    id: 'organization.inviteMember',
    asks: async ({ person }) => {
      await person.picks('acme');
      await person.enters('erik');
    },
    then: ({ person }) => person.answers(/^Invited erik to acme\.$/),
  },
  {
    id: 'organization.removeMember',
    asks: async ({ person }) => {
      await person.picks('acme');
      await person.picks('xiaoming');
      await person.answers(/^Remove xiaoming from acme\?$/, 'Remove Member');
    },
    then: async (scene) =>
      assert.ok(!(await logins(scene, 'organizations.members', { org: 'acme' })).includes('xiaoming')),
  },
  {
    id: 'enterprise.members',
    asks: ({ person }) => person.enters('globex'),
    then: () => showsTab(/globex/),
  },
  {
    id: 'user.show',
    asks: async ({ person }) => {
      assert.equal((await person.box()).value, 'alice');
      await person.enters('bob');
    },
    then: () => showsTab(/bob/i),
  },
  {
    id: 'key.add',
    before: async ({ folder }) => {
      await mkdir(join(folder, '.ssh'));
      await writeFile(join(folder, '.ssh', 'id_ed25519.pub'), `${key}\n`);
      await writeFile(join(folder, '.ssh', 'notes.pub'), 'no key');
      await writeFile(join(folder, '.ssh', 'id_ed25519'), 'a private key is never read');
      process.env.HOME = folder;
    },
    asks: async ({ person }) => {
      const { label, description, detail } = await person.sees('id_ed25519.pub');
      assert.deepEqual([label, description, detail?.slice(0, 7)], ['id_ed25519.pub', 'ssh-ed25519', fingerprint]);
      assert.equal((await person.list()).rows.length, 1);
      await person.picks('id_ed25519.pub');
      assert.equal((await person.box()).value, 'alice@laptop');
      await person.enters('Palette key');
    },
    then: ({ person }) => person.answers(/^Added the key “Palette key” to Local service\.$/),
  },
  {
    id: 'key.show',
    asks: ({ person }) => person.picks('Palette key'),
    then: () => showsTab(/Palette key/),
  },
  {
    id: 'key.remove',
    asks: async ({ person }) => {
      await person.picks('Palette key');
      await person.answers(/^Remove the key “Palette key” from Local service\?$/, 'Remove Key');
    },
    then: async ({ person }) => {
      await person.dismissing('key.show', async () => {
        await person.sees('Nothing is listed. You can type a value.');
      });
    },
  },
];
