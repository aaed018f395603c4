import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';

/** Code by file, with the number of its lines that oxlint must report. */
const files: readonly (readonly [string, string, number])[] = [
  ['src/core/state.ts', 'let one = 1;\nexport let two = one;\n', 2],
  ['src/core/exports.ts', "export default 1;\nexport * from './state.ts';\nexport { two } from './state.ts';\n", 3],
  ['src/core/onDemand.ts', "export { two } from './state.ts';\n", 0],
  ['src/core/load.ts', "await import('./state.ts');\n", 1],
  ['src/extension.ts', "await import('./core/state.ts');\n", 0],
  ['src/editor/commands.ts', 'commands.registerCommand();\nworkspace.getConfiguration();\n', 2],
  ['src/editor/kit/settings.ts', 'workspace.getConfiguration();\n', 0],
  ['src/editor/screen.ts', 'window.showErrorMessage();\nwindow.createQuickPick();\nwindow.withProgress();\n', 3],
  ['src/editor/markdown.ts', "new MarkdownString();\ntext.appendMarkdown('x');\n", 2],
  ['src/domain/replies.ts', "JSON.parse('1');\nreply.json();\n", 2],
  ['src/core/text.ts', "JSON.parse('1');\n", 0],
  ['src/core/void.ts', 'void one;\nvoid two();\n', 1],
  ['test/unit/only.test.ts', "describe.only('x', () => {\n  it.only('y', () => {});\n});\n", 2],
];

describe('the restricted syntax', () => {
  it('is reported in all files but those that may have it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sourcehost-syntax-'));
    try {
      for (const [file, code] of files) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), code);
      }
      await symlink(join(root, 'scripts'), join(folder, 'scripts'), 'junction');
      const config = {
        categories: { correctness: 'off' },
        jsPlugins: ['./scripts/lint/restrictedSyntax.mjs'],
        rules: { 'sourcehost/restricted-syntax': 'error' },
      };
      await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config));
      const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
      const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'unix', 'src', 'test'], {
        cwd: folder,
        encoding: 'utf8',
      });
      const reported = stdout.split('\n').filter((line) => line.includes('sourcehost(restricted-syntax)'));
      for (const [file, , lines] of files)
        assert.equal(reported.filter((line) => line.startsWith(`${file}:`)).length, lines, `${file}\n${stdout}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
