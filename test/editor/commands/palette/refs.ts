import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { showsTab } from '../../kit/tabs.ts';
import { opens, selects, shows, type Scene, type Walk } from './walk.ts';

const named = async ({ call }: Scene, list: string, name: string): Promise<Readonly<Record<string, unknown>>> =>
  (await call(list)).find((one) => one.name === name) ?? assert.fail(`there is no ${name}`);

const gone = async ({ call }: Scene, list: string, name: string): Promise<void> =>
  assert.ok(!(await call(list)).some((one) => one.name === name));

const steps = ({
  step,
  totalSteps,
}: {
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
}) => `${step}/${totalSteps}`;

/** Branches, tags, and the rules about them. */
export const refs: readonly Walk[] = [
  {
    id: 'branch.create',
    asks: async ({ person }) => {
      assert.equal(steps(await person.picks('main')), '1/2');
      await person.isTold(/cannot contain “\.\.”/, 'no..way');
      await person.isTold(/Enter a value/, '');
      const box = await person.enters('from/palette');
      assert.equal(steps(box), '2/2');
      assert.equal(box.title, 'Create Branch – alice/website');
    },
    then: async ({ service }) => {
      assert.equal(
        await service.git('alice/website', 'rev-parse', 'from/palette'),
        await service.git('alice/website', 'rev-parse', 'main'),
      );
      await selects('from/palette');
    },
  },
  {
    id: 'branch.show',
    asks: ({ person }) => person.picks('from/palette'),
    then: () => showsTab(/from\/palette/),
  },
  {
    id: 'branchRule.create',
    asks: async ({ person }) => {
      await person.types('from/*');
      await person.sees(/^from\/\* \| matches 1: from\/palette/);
      await person.picks('from/*');
      const list = await person.picks('Nobody');
      assert.equal(list.placeholder, 'Who can push to these branches?');
      assert.equal(steps(list), '2/3');
      await person.picks('Administrators');
    },
    then: async (scene) => {
      const rule = await named(scene, 'branchRules.list', 'from/*');
      assert.deepEqual([rule.no_one_can_push, rule.no_one_can_merge], [true, false]);
      await selects('from/*');
    },
  },
  {
    id: 'branchRule.edit',
    asks: async ({ person }) => {
      await person.picks('from/*');
      await person.types('bob;carol');
      await person.sees(/^bob;carol \| specific users/);
      await person.picks('bob;carol');
      await person.picks('Developers and above');
    },
    then: async (scene) => {
      const rule = await named(scene, 'branchRules.list', 'from/*');
      assert.deepEqual(
        (rule.push_users as { login: string }[]).map(({ login }) => login),
        ['bob', 'carol'],
      );
      assert.equal(rule.developers_can_merge, true);
    },
  },
  {
    id: 'branchRule.remove',
    asks: async ({ person }) => {
      await person.picks('from/*');
      const asked = await person.answers(/^Remove the rule for “from\/\*”\?$/, 'Remove Rule');
      assert.ok(asked.modal);
    },
    then: (scene) => gone(scene, 'branchRules.list', 'from/*'),
  },
  {
    id: 'tag.create',
    asks: async ({ person }) => {
      await person.picks('main');
      await person.isTold(/cannot contain spaces/, 'two words');
      await person.enters('p7.0');
      await person.enters('Seven');
    },
    then: async ({ service }) => {
      assert.match(await service.git('alice/website', 'cat-file', '-p', 'p7.0'), /^tag p7\.0[^]*Seven$/m);
      await selects('p7.0');
    },
  },
  {
    id: 'protectedTag.create',
    asks: async ({ person }) => {
      await person.types('p*');
      await person.sees(/^p\* \| matches 1: p7\.0/);
      await person.picks('p*');
      assert.equal(steps(await person.picks('Developers, maintainers and administrators')), '2/2');
    },
    then: async (scene) => {
      assert.equal((await named(scene, 'protectedTags.list', 'p*')).create_access_level, 30);
      await selects('p*');
    },
  },
  {
    id: 'protectedTag.edit',
    asks: async ({ person }) => {
      await person.picks('p*');
      await person.picks('Nobody');
    },
    then: async (scene) => assert.equal((await named(scene, 'protectedTags.list', 'p*')).create_access_level, 0),
  },
  {
    id: 'protectedTag.remove',
    asks: async ({ person }) => {
      await person.picks('p*');
      await person.answers(/“p\*”/, 'Remove Protection');
    },
    then: (scene) => gone(scene, 'protectedTags.list', 'p*'),
  },
  {
    id: 'tag.remove',
    asks: async ({ person }) => {
      await person.picks('p7.0');
      const asked = await person.answers(/^Remove the tag “p7\.0” of alice\/website\?$/, 'Remove');
      assert.ok(asked.modal);
    },
    then: async ({ service }) => assert.equal(await service.git('alice/website', 'for-each-ref', 'refs/tags/p7.0'), ''),
  },
  {
    id: 'branch.rename',
    before: ({ call }) => call('branches.create', { refs: 'main', branch_name: 'walk/old' }),
    asks: async ({ person }) => {
      await person.picks('walk/old');
      await person.isTold(/cannot contain “\.\.”/, 'no..way');
      await person.enters('walk/new');
      const asked = await person.answers(
        /^Rename the branch “walk\/old” of alice\/website to “walk\/new”\?$/,
        'Rename',
      );
      assert.ok(asked.modal);
    },
    then: async ({ service }) => {
      assert.equal(
        await service.git('alice/website', 'for-each-ref', '--format=%(refname)', 'refs/heads/walk/'),
        'refs/heads/walk/new',
      );
      await selects('walk/new');
    },
  },
  {
    id: 'branch.remove',
    asks: async ({ person }) => {
      await person.picks('walk/new');
      const asked = await person.answers(/^Remove the branch “walk\/new” of alice\/website\?$/, 'Remove');
      assert.match(asked.detail, /^Commits that are on no other branch are lost\./);
    },
    then: async ({ service }) =>
      assert.equal(await service.git('alice/website', 'for-each-ref', 'refs/heads/walk/'), ''),
  },
  {
    id: 'ref.compare',
    asks: async ({ person }) => {
      await person.picks('v1.0');
      await person.picks('main');
    },
    then: async () => {
      await commands.executeCommand('sourcehost.comparison.openAll', { base: 'v1.0', head: 'main' });
      await showsTab(/^v1\.0 ← main/);
      await commands.executeCommand('sourcehost.comparison.close', {});
    },
  },
  {
    id: 'pullRequest.open',
    asks: ({ person }) => person.picks(/^!42 /),
    then: ({ person }) => person.opens(/^vscode\.openFolder sourcehost:\/\/local\/alice\/website@!42:[0-9a-f]{40}$/),
  },
  {
    id: 'pullRequest.checkOut',
    asks: ({ person }) => person.picks(/^!42 /),
    fails: /No clone of alice\/website is open in this window\./,
    then: ({ service }) => service.git('alice/website', 'rev-parse', 'refs/merge-requests/42/head'),
  },
  {
    id: 'pullRequest.checkOutInWorktree',
    asks: ({ person }) => person.picks(/^!42 /),
    fails: /No clone of alice\/website is open in this window\./,
    then: ({ service }) => service.git('alice/website', 'rev-parse', 'refs/merge-requests/42/head'),
  },
  {
    id: 'pullRequest.removeWorktree',
    asks: ({ person }) => person.picks(/^!42 /),
    fails: /No worktree of a clone that is open in this window has !42\./,
    then: ({ service }) => service.git('alice/website', 'rev-parse', 'refs/merge-requests/42/head'),
  },
  {
    id: 'pullRequest.compare',
    asks: async ({ person }) => {
      await person.sees(/^!42 Search in titles too/);
      await person.types('41');
      await person.picks('!41');
    },
    then: async () => {
      await commands.executeCommand('sourcehost.comparison.openAll', { base: 'main', head: '!41' });
      await showsTab(/^main ← !41/);
      await commands.executeCommand('sourcehost.comparison.close', {});
    },
  },
  {
    id: 'ref.switch',
    before: () => opens('sourcehost://local/alice/website/README.md'),
    asks: ({ person }) => person.picks('from/palette'),
    then: () => shows(/^sourcehost:\/\/local\/alice\/website@from:palette\/README\.md$/),
  },
];
