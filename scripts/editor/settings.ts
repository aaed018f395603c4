import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Settings of the editor, by their full names. */
export type Settings = Readonly<Record<string, unknown>>;

const trust = 'security.workspace.trust.enabled';

/** No questions, pop-ups or requests of the editor, so that a window of a test shows only the extension. */
export const quiet: Settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  // As on the desktop.
  'files.autoSave': 'off',
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  [trust]: false,
  'telemetry.telemetryLevel': 'off',
  // It installs packages.
  'typescript.disableAutomaticTypeAcquisition': true,
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** The same for a window in which a person may open any folder. */
export const quietButCareful: Settings = { ...quiet, [trust]: true };

/** Writes the user settings of a desktop VS Code with this `--user-data-dir`. */
export async function writeDesktopSettings(dataDir: string, settings: Settings): Promise<void> {
  await write(join(dataDir, 'User', 'settings.json'), settings);
}

/**
 * Writes the settings of a VS Code server with this `--server-data-dir` (or of code-server, whose data dir is the `data` in it).
 * Its window is a remote one: settings of machine scope hold in a file of their own.
 */
export async function writeServerSettings(serverDataDir: string, settings: Settings): Promise<void> {
  const machine = Object.entries(settings).filter(([key]) => key.startsWith('sourcehost.') || key.startsWith('http.'));
  await write(join(serverDataDir, 'data', 'Machine', 'settings.json'), Object.fromEntries(machine));
  await write(join(serverDataDir, 'data', 'User', 'settings.json'), settings);
}

async function write(file: string, settings: Settings): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings, undefined, 2));
}

/**
 * Adds settings without replacing those of the user; entries of `sourcehost.hosts` are added by id, and the trust of
 * workspaces is as given, because an earlier version turned it off.
 * A file that is no plain JSON is left as it is.
 */
export async function mergeSettings(file: string, settings: Settings): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  let own: Settings;
  try {
    own = JSON.parse(text) as Settings;
  } catch {
    return;
  }
  const hosts = 'sourcehost.hosts';
  const idOf = (host: unknown): unknown => (host as { id?: unknown } | null)?.id;
  const given = [settings[hosts] ?? []].flat();
  const kept = [own[hosts] ?? []].flat().filter((host) => !given.some((one) => idOf(one) === idOf(host)));
  await write(file, { ...settings, ...own, [trust]: settings[trust], [hosts]: [...kept, ...given] });
}
