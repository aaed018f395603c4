import { runTests } from '@vscode/test-electron';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { localHost } from '../../test/kit/localHost.ts';
import { nothing, type Count } from '../../test/kit/reporter.ts';
import { windowOf, windows } from '../../test/kit/windows.ts';
import { startService } from '../../test/service/service.ts';
import { findChromium } from '../editor/chromium.ts';
import { installEditor } from '../editor/install.ts';
import { quiet, writeDesktopSettings, type Settings } from '../editor/settings.ts';
import { root } from '../kit/paths.ts';
import { run } from '../kit/processes.ts';
import { resultsOf, say, sum, type Stage } from './stage.ts';

/** The tests inside the extension host: in two rows of windows side by side, each window with a service of its own. */
export const editor: Stage = async ({ files, grep }) => {
  const tests = globSync('**/*.test.ts', { cwd: join(root, 'test', 'editor') });
  const isWanted = (file: string): boolean => files.length === 0 || files.some((part) => file.includes(part));
  const wanted = new Set(tests.filter(isWanted).map(windowOf));
  await prepareExtensionHost();
  const counts = windows.map(async (row) => {
    let count = nothing;
    for (const name of row.filter((one) => wanted.has(one))) {
      const folder = name === 'editorInFolder' ? remoteFolder : undefined;
      count = sum(count, await inExtensionHost(name, files, grep, { SOURCEHOST_WINDOW: name }, folder));
    }
    return count;
  });
  return (await Promise.all(counts)).reduce(sum, nothing);
};

const desktop = process.env.SOURCEHOST_VSCODE ?? '';
/** What is drawn or computed again and again and shows nothing of the extension: half of the time of a window is the editor's. */
const still: Settings = {
  'breadcrumbs.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.semanticHighlighting.enabled': false,
  'editor.stickyScroll.enabled': false,
  // Otherwise the editor asks at U+2028; here nobody answers, so it changes the document, which is dirty then.
  'editor.unusualLineTerminators': 'off',
  // The servers of these languages read whole files, and install types of packages.
  'files.associations': { '*.css': 'plaintext', '*.html': 'plaintext', '*.js': 'plaintext', '*.ts': 'plaintext' },
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
};
const remoteFolder = 'sourcehost://local/alice/samples';

/** Installs what a test inside the extension host needs, and bundles the extension and the tests. */
export async function prepareExtensionHost(): Promise<void> {
  if (desktop === '') {
    // Installed before the tests, so that its progress is visible.
    await installEditor(process.env.SOURCEHOST_RELEASE === 'oldest' ? 'oldest' : 'newest', say);
    await findChromium(say);
  }
  await run(process.execPath, ['esbuild.mjs'], { cwd: root });
}

/**
 * Tests of these files inside the extension host: in the desktop VS Code that SOURCEHOST_VSCODE names (an executable, or
 * a version that is downloaded), else in the one from npm (the oldest supported where SOURCEHOST_RELEASE is `oldest`).
 * `prepareExtensionHost` must have been called. `folder`: the address of the folder that its window has; undefined: none.
 */
export async function inExtensionHost(
  stage: string,
  files: readonly string[],
  grep: string | undefined,
  env: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<Count> {
  const service = await startService();
  const dataDir = await mkdtemp(join(tmpdir(), 'sourcehost-test-'));
  try {
    await writeDesktopSettings(dataDir, { ...quiet, ...still, ...localHost(service) });
    return await resultsOf(stage, (file) =>
      runTests({
        ...editorToRun(),
        extensionDevelopmentPath: root,
        extensionTestsPath: join(root, 'test', 'editor', 'index.cjs'),
        launchArgs: [
          `--user-data-dir=${dataDir}`,
          `--extensions-dir=${join(dataDir, 'extensions')}`,
          ...(folder === undefined ? [] : [`--folder-uri=${folder}`]),
        ],
        extensionTestsEnv: {
          ...env,
          // The first line of the launcher searches PATH for Node.
          PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
          SOURCEHOST_SERVICE: service.controlUrl,
          SOURCEHOST_DATA: dataDir,
          SOURCEHOST_RESULTS: file,
          SOURCEHOST_FILES: files.join(' '),
          ...(grep === undefined ? {} : { SOURCEHOST_GREP: grep }),
        },
      }),
    );
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function editorToRun(): { vscodeExecutablePath: string } | { version: string } {
  if (desktop === '') return { vscodeExecutablePath: join(root, 'scripts', 'editor', 'launcher.ts') };
  return isAbsolute(desktop) ? { vscodeExecutablePath: desktop } : { version: desktop };
}
