import { window } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { messageOf } from '../../../core/errors.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import type { Settings } from '../../kit/settings.ts';
import type { BlameView } from './view.ts';

/**
 * Follows the setting for the blame of the current line. `load` is called when a remote file is active while the setting
 * is on.
 */
export function registerBlame(
  settings: Pick<Settings, 'get' | 'onDidChange'>,
  load: () => Promise<BlameView>,
  log: Pick<LogChannel, 'warn'>,
): Disposable {
  const lifetime = new Lifetime();
  let isLoaded = false;
  const isOn = (): boolean => settings.get('blame.currentLine') === true;
  const update = (): void => {
    // The first reading of a setting takes milliseconds, which an activation without a remote file does not need.
    if (!isLoaded && (window.activeTextEditor?.document.uri.scheme !== fileScheme || !isOn())) return;
    isLoaded = true;
    load()
      .then((view) => view.setCurrentLine(isOn()))
      .catch((error: unknown) => log.warn(messageOf(error)));
  };
  lifetime.add(settings.onDidChange((affects) => affects('blame.currentLine') && update()));
  lifetime.add(window.onDidChangeActiveTextEditor(() => isLoaded || update()));
  update();
  return lifetime;
}
