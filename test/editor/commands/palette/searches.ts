import { ThemeIcon } from 'vscode';
import assert from 'node:assert/strict';
import { until } from '../../../kit/until.ts';
import { showsTab } from '../../kit/tabs.ts';
import type { Walk } from './walk.ts';

/** Searches: one list that searches during typing; for text in files, a view. */
export const searches: readonly Walk[] = [
  {
    id: 'search.users',
    asks: async ({ person }) => {
      await person.types('b');
      assert.deepEqual((await person.list()).rows, []);
      await person.types('bob');
      await person.picks('bob');
    },
    then: () => showsTab(/bob/i),
  },
  {
    id: 'search.text',
    // The query is entered in the view. A page of an earlier walk may still load.
    then: async ({ service }) => {
      const operations = (await service.requests()).map(({ operation }) => operation);
      assert.deepEqual(
        operations.filter((operation) => /^(git|files|search)/.test(operation)),
        [],
      );
    },
  },
  {
    id: 'search.issues',
    asks: async ({ person }) => {
      await person.presses('Open and closed issues');
      await person.picks('Closed issues');
      await person.presses('In all repositories');
      await person.types('the');
      const { label, description, iconPath } = await person.sees(/alice\/website#/);
      assert.match(description ?? '', /^alice\/website#\d+$/);
      assert.ok(iconPath instanceof ThemeIcon && iconPath.id === 'issue-closed');
      await person.picks(label);
    },
    then: async ({ service }) => {
      await showsTab(/^#\d+ /);
      const { params } = (await service.requests('search.issues')).at(-1) ?? assert.fail('nothing was searched');
      assert.deepEqual([params.state, params.repo], ['closed', 'alice/website']);
    },
  },
  {
    id: 'search.repositories',
    asks: async ({ person }) => {
      await person.types('module');
      await person.sees('catalog/module-001');
      await person.picks('Load more');
      await until(() => person.rows.length > 51);
      await person.presses('Owner');
      await person.enters('alice');
      await person.sees('No results found.');
      await person.presses('Owner: alice');
      await person.enters('');
      await person.types('website');
      await person.picks('alice/website');
    },
    then: ({ person }) => person.opens(/^vscode\.openFolder sourcehost:\/\/local\/alice\/website/),
  },
  {
    id: 'search.repositories',
    asks: async ({ person }) => {
      // Previous searches are listed before anything is typed.
      await person.picks('website');
      await person.sees('alice/website');
      await person.presses('Show all results in a view');
    },
    then: async ({ service }) => {
      const before = (await service.requests('search.repositories')).length;
      assert.ok(before > 0);
    },
  },
];
