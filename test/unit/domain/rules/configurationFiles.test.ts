import assert from 'node:assert/strict';
import { configurationPaths, isConfiguration } from '../../../../src/domain/rules/configurationFiles.ts';

const files = [
  ...configurationPaths,
  ...['.vscode/any.json', '.vscode/deep/any.txt', '.vscode', '.vscode-test.mjs', '.vscode-test/user-data/x'],
  ...['.github/hooks/x.json', '.github/agents/x.agent.md', '.github/prompts/x.prompt.md', '.github/chatmodes/x.md'],
  ...['.github/instructions/x.md', '.github/skills/x/SKILL.md', '.github/plugin/marketplace.json'],
  ...['hooks', 'agents', 'prompts', 'chatmodes', 'instructions', 'skills'].flatMap((name) => [
    `.github/${name}`,
    `.github/${name}/deep/x.txt`,
  ]),
  ...['.github/copilot-instructions.md', '.mcp.json', '.npmrc', '.claude/agents/x.md', '.claude-plugin/plugin.json'],
  ...['.codex/config.toml', '.cursor/mcp.json', '.cursorrules', '.copilot/x', '.agents/skills/x/SKILL.md', '.gemini/x'],
  ...['.roomodes', '.kilocodemodes', '.kilocode/mcp.json', '.codebuddy/mcp.json', '.lingma/rules/x', '.qoder/rules/x'],
  ...['.comate/mcp.json', '.iflow/settings.json', '.amp/settings.json', '.factory/mcp.json', '.crush.json', 'WARP.md'],
  ...['.devcontainer/devcontainer.json', '.devcontainer.json', '.windsurfrules', '.goosehints'],
  // Nobody named these: a name with a dot before it is withheld unless it is known to start nothing.
  ...['.continuerc.json', '.gitlab/duo/mcp.json', '.gitlab/duo/chat-rules.md', '.joycode/x', '.marscode', '.catpaw/x'],
  ...['.tongyi', '.antigravity/x', '.kimi', '.rovodev/x', '.letta', '.theia/settings.json', '.vscodium/x', '.rules'],
  ...['.husky/pre-commit', '.env', '.envrc', '.eslintrc.json', '.newest-agent/hooks.toml', '.github/../.newest.json'],
  ...['opencode.json', 'opencode.jsonc', 'crush.json'],
  ...['all.code-workspace', '.code-workspace', 'AGENTS.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md'],
  ...[
    'AGENTS.override.md',
    'skills/x/SKILL.md',
    'x.automation.md',
    'x.toolsets.jsonc',
    'copilot-instructions.md',
    'x.prompt.md',
    'x.instructions.md',
    'x.agent.md',
    'x.chatmode.md',
  ],
];

/** Every second letter in upper case. */
const mixed = (path: string): string =>
  path.replaceAll(/(.)(.)/g, (_, odd: string, even: string) => odd + even.toUpperCase());

describe('isConfiguration', () => {
  it('accepts the configuration of the editor and of agents in every folder and in any case', () => {
    for (const path of files)
      for (const one of [
        path,
        `packages/one/${path}`,
        path.toUpperCase(),
        path.toLowerCase(),
        mixed(path),
        `${path}.`,
        `${path} `,
      ])
        assert.ok(isConfiguration(one), one);
  });

  it('accepts names that Windows and macOS take for configuration', () => {
    const others = [
      '.vscode./settings.json',
      '.vs\u200ccode/tasks.json',
      '.github /hooks/x.json',
      '.GitHub/Hooks./x.json',
      '.vscode::$INDEX_ALLOCATION/settings.json',
      '.github::$INDEX_ALLOCATION/hooks/x.json',
      '.github\\hooks\\x.json',
      'VSCODE~1/settings.json',
      'GITHUB~1/hooks/x.json',
      'MCP~1.JSO',
      'DEVCON~1.JSO',
      'COPILO~1.MD',
      'TEAM~1.COD',
      'VS12AB~1/settings.json',
      'VSCODE~12/settings.json',
      '.github/INSTRU~1/x.md',
      '.github/CHATMO~1/x.md',
      'docs/FOOINS~1.MD',
      'x/FOOPRO~1.MD',
      '.mcp.json:stream',
    ];
    for (const path of others) assert.ok(isConfiguration(path), JSON.stringify(path));
  });

  it('rejects every other file', () => {
    const others = [
      ...[
        '',
        'settings.json',
        'x.vscode/tasks.json',
        'vscode/tasks.json',
        'hooks/x.json',
        'mcp.json',
        'code-workspace',
      ],
      ...[
        '.github',
        '.github/workflows/x.yml',
        '.github/ISSUE_TEMPLATE/x.md',
        '.github/dependabot.yml',
        'hooks/.github',
      ],
      ...['.vscodeignore', '.editorconfig', '.gitignore', 'package.json', 'README.md', 'agents.txt'],
      ...['.gitlab-ci.yml', '.circleci/config.yml', 'packages/one/.prettierrc', '.', '..', 'a/./b', 'rc', 'x.rules'],
      ...['docs/my-agents.md', 'prompt.md', 'src/claude.ts', 'opencode.ts', 'docs/crush.json.md'],
      ...['notes~1.backup', 'README.md~1~', 'HEAD~1x', 'version1~2.tar.gz', 'warp/x.md'],
    ];
    assert.deepEqual(others.filter(isConfiguration), []);
  });
});
