import assert from 'node:assert/strict';
import { generate } from '../../../scripts/contributions/generate.ts';
import type { Contributes } from '../../../scripts/contributions/manifest.ts';
import { referenceProblems } from '../../../scripts/contributions/references.ts';
import { toolProblems, withTools } from '../../../scripts/contributions/tools.ts';
import { isObject } from '../../../src/core/text.ts';
import { setsOf, toolSetNames, toolTable } from '../../../src/tools/table.ts';
import { manifestTexts } from '../../../scripts/contributions/translations.ts';

const command = { command: 'sourcehost.log.show', title: '%log%', category: 'Sourcehost' };

function problems(contributes: Contributes, sources = '', english: Record<string, string> = {}): string[] {
  return referenceProblems({ contributes, text: JSON.stringify(contributes), english, chinese: {} }, sources);
}

describe('referenceProblems of package.json', () => {
  it('reports nothing if every reference exists', () => {
    const contributes = {
      commands: [command],
      views: { explorer: [{ id: 'sourcehost.repositories', when: 'sourcehost.ready && !config.sourcehost.quiet' }] },
      viewsWelcome: [{ view: 'sourcehost.repositories', contents: '[Log](command:sourcehost.log.show)' }],
      menus: { 'view/title': [{ command: 'sourcehost.log.show', when: 'view == sourcehost.repositories' }] },
      configuration: { properties: { 'sourcehost.quiet': {} } },
    };
    assert.deepEqual(problems(contributes, `new ContextKey('sourcehost.ready')`), []);
  });

  it('reports undeclared commands in menus, key bindings and texts', () => {
    const menus = { 'view/title': [{ command: 'sourcehost.gone.one' }] };
    const keybindings = [{ command: 'sourcehost.gone.two' }];
    const words = problems({ menus, keybindings }, '', { welcome: '[x](command:sourcehost.gone.three)' });
    assert.deepEqual(
      words,
      ['one', 'two', 'three'].map((name) => `There is no command sourcehost.gone.${name}.`),
    );
  });

  it('reports undeclared commands in the code, which may name settings and the commands of views', () => {
    const views = { explorer: [{ id: 'sourcehost.inbox' }] };
    const configuration = { properties: { 'sourcehost.git.enabled': {} } };
    const known = "'sourcehost.log.show', 'sourcehost.git.enabled', 'sourcehost.inbox.focus', 'sourcehost.inbox.open'";
    const sources = `${known}\n   *  'sourcehost.example.run'\nrun('sourcehost.gone.one', 'sourcehost.gone.two')`;
    assert.deepEqual(
      problems({ commands: [command], views, configuration }, sources),
      ['one', 'two'].map((name) => `There is no command sourcehost.gone.${name}.`),
    );
  });

  it('reports unknown views, settings and context keys in conditions', () => {
    const when = "view == 'sourcehost.gone' && config.sourcehost.lost && sourcehost.unset";
    const words = problems({ commands: [command], menus: { 'view/title': [{ command: command.command, when }] } });
    assert.deepEqual(words, [
      'There is no view sourcehost.gone.',
      'There is no setting sourcehost.lost.',
      `No source sets the context key sourcehost.unset: ${when}`,
    ]);
  });

  it('reports duplicate declarations', () => {
    const words = problems({ commands: [command, command], menus: { commandPalette: [command, command] } });
    assert.deepEqual(
      words,
      ['command', 'commandPalette entry'].map((what) => `Twice the ${what} sourcehost.log.show.`),
    );
  });

  it('reports texts that are missing, unused or have other placeholders in Chinese', () => {
    const english = { used: 'See {0}', unused: 'x' };
    const chinese = { used: '见 {1}', old: '旧' };
    const { problems: found } = manifestTexts({ contributes: {}, text: '"%used%", "%lost%"', english, chinese });
    assert.deepEqual(found, [
      'package.nls.json lacks "lost".',
      'package.nls.json has "unused", which nothing uses.',
      'package.nls.zh-cn.json has "old", which nothing uses.',
      'The Chinese of "used" has other placeholders.',
    ]);
  });

  it('names texts without Chinese apart from the problems', () => {
    const manifest = { contributes: {}, text: '"%used%"', english: { used: 'See' }, chinese: {} };
    assert.deepEqual(manifestTexts(manifest), {
      problems: [],
      untranslated: ['package.nls.zh-cn.json lacks "used".'],
    });
  });

  it('generates types for view and setting names', () => {
    const views = { explorer: [{ id: 'sourcehost.repositories' }] };
    const written = generate({ views, configuration: { properties: { 'sourcehost.hosts': {} } } });
    assert.match(written, /export type ViewId = 'sourcehost\.repositories';/);
    assert.match(written, /export type SettingName = 'hosts';/);
  });
});

describe('the tools of package.json', () => {
  const text = JSON.stringify({ contributes: { commands: [], configurationDefaults: { own: 1 } } });
  const titles = Object.fromEntries(
    toolTable.map(({ name, title }) => [`tool.${name.slice('sourcehost_'.length)}`, title]),
  );

  it('are written from the table, next to what is there', () => {
    const { contributes } = JSON.parse(withTools(text)) as { contributes: Contributes };
    assert.deepEqual(toolProblems({ contributes, english: titles }), []);
    assert.equal(contributes.configurationDefaults?.own, 1);
    assert.equal(withTools(withTools(text)), withTools(text));
  });

  it('are reported if they or their titles differ from the table', () => {
    const { contributes } = JSON.parse(text) as { contributes: Contributes };
    const english = { ...titles, 'tool.commit': 'Push' };
    assert.deepEqual(toolProblems({ contributes, english }), [
      'The tools of package.json are not current: run npm run contributions.',
      'The title of sourcehost_commit in package.nls.json is not “Commit Drafts”.',
    ]);
  });

  it('are offered by the chat only if the setting of the user allows it', () => {
    const { contributes } = JSON.parse(withTools(text)) as { contributes: Contributes };
    const conditions = contributes.languageModelTools?.map((tool) => isObject(tool) && tool.when);
    for (const [index, { name }] of toolTable.entries()) {
      const sets = setsOf(toolTable[index] ?? assert.fail());
      const isAlways = sets.length === toolSetNames.length;
      const ofSets = isAlways ? '' : ` && config.sourcehost.tools.sets =~ /"(${sets.join('|')})"/`;
      assert.equal(conditions?.[index], `config.sourcehost.tools.enabled${ofSets}`, name);
    }
  });

  it('are approved by no setting of the editor if they change the host', () => {
    const { contributes } = JSON.parse(withTools(text)) as { contributes: Contributes };
    assert.deepEqual(
      contributes.configurationDefaults?.['chat.tools.eligibleForAutoApproval'],
      Object.fromEntries(
        [
          'commit',
          'create_ref',
          'create_issue',
          'edit_issues',
          'create_pull_request',
          'comment',
          'create_release',
          'edit_pull_request',
          'review',
        ].map((name) => [`sourcehost.sourcehost/sourcehost_${name}`, false]),
      ),
    );
  });
});
