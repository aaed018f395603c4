import assert from 'node:assert/strict';
import { authentication, workspace } from 'vscode';
import type { Walk } from './walk.ts';

const accounts = async (): Promise<string[]> =>
  (await authentication.getAccounts('sourcehost')).map(({ id }) => id).sort();

const hostIds = (): string[] =>
  (workspace.getConfiguration('sourcehost').get<{ id: string }[]>('hosts') ?? []).map(({ id }) => id);

/** Hosts and accounts; the last of these signs out. */
export const hosts: readonly Walk[] = [
  {
    id: 'host.add',
    asks: async ({ person, service }) => {
      await person.isTold(/Enter a web address/, 'not an address');
      await person.enters(service.url.replace('127.0.0.1', 'localhost'));
      const api = await person.box();
      assert.equal(`${api.step}/${api.totalSteps}`, '2/4');
      await person.enters(service.url);
      await person.enters(service.url);
      await person.enters('By hand');
      await person.answers(/^Added the host By hand\.$/);
    },
    then: () => {
      assert.equal(hostIds().length, 2);
      return Promise.resolve();
    },
  },
  {
    id: 'host.remove',
    asks: async ({ person }) => {
      await person.picks('By hand');
      await person.answers(/^Remove the host .+\?$/, 'Remove');
    },
    then: () => {
      assert.equal(hostIds().length, 1);
      return Promise.resolve();
    },
  },
  {
    id: 'account.signInWithToken',
    asks: async ({ person, service }) => {
      await person.picks('Local service');
      await person.isTold(/Enter a value/, '');
      assert.ok((await person.enters(await service.token('bob'))).password, 'the token is shown');
    },
    then: async () => assert.deepEqual(await accounts(), ['local/alice', 'local/bob']),
  },
  {
    id: 'account.signOut',
    asks: async ({ person }) => {
      await person.picks('bob (Local service)');
      await person.answers(/^Sign out of bob \(Local service\)\?$/, 'Sign Out');
    },
    then: async () => assert.deepEqual(await accounts(), ['local/alice']),
  },
  {
    id: 'account.signIn',
    asks: async ({ person, service }) => {
      await person.picks('Local service');
      await person.picks('With a personal access token');
      await person.enters(await service.token('carol'));
    },
    then: async () => assert.deepEqual(await accounts(), ['local/alice', 'local/carol']),
  },
];
