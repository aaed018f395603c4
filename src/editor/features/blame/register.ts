import { window } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { messageOf } from '../../../core/errors.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import type { Register } from '../../services/services.ts';

/** A command loads the view, as does a remote file that is active while the setting is on. */
export const registerBlame: Register = (services, lifetime) => {
  const { commands, git, fetcher, repositories, checkouts, settings, failures, log } = services;
  const load = lazily(async () => {
    const { BlameView } = await services.load();
    const parts = { git, historyOf: fetcher.history.bind(fetcher), repositories, checkouts };
    return lifetime.add(new BlameView(parts, failures));
  });
  let isLoaded = false;
  const isOn = (): boolean => settings.get('blame.currentLine') === true;
  const update = (): void => {
    // The first reading of a setting takes milliseconds, which an activation without a remote file does not need.
    if (!isLoaded && (window.activeTextEditor?.document.uri.scheme !== fileScheme || !isOn())) return;
    isLoaded = true;
    load()
      .then((blame) => blame.setCurrentLine(isOn()))
      .catch((error: unknown) => log.warn(messageOf(error)));
  };
  lifetime.add(settings.onDidChange((affects) => affects('blame.currentLine') && update()));
  lifetime.add(window.onDidChangeActiveTextEditor(() => isLoaded || update()));
  update();
  commands.add(async () => (await services.load()).blameCommands(load));
};
