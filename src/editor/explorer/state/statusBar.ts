import { l10n, StatusBarAlignment } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { fullName } from '../../../domain/hosting/address.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { markdown } from '../../kit/messages/markdown.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { ActiveRepository } from './activeRepository.ts';
import { createStatusItem } from '../../kit/messages/show.ts';

/** Shows the active repository in the status bar. */
export class StatusBar implements Disposable {
  readonly #active: ActiveRepository;
  readonly #lifetime = new Lifetime();
  readonly #item = this.#lifetime.add(createStatusItem('sourcehost.activeRepository', StatusBarAlignment.Left, 50));

  constructor(active: ActiveRepository) {
    this.#active = active;
    this.#item.name = l10n.t('Active repository');
    this.#item.command = 'sourcehost.repository.choose';
    this.#lifetime.add(active.onDidChange(() => this.#update()));
    this.#update();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #update(): void {
    const { current, pinned } = this.#active;
    if (current === undefined) {
      this.#item.hide();
      return;
    }
    const name = fullName(current.name);
    const held = pinned !== undefined;
    const label = held ? l10n.t('{0}, pinned', name) : name;
    this.#item.text = `$(${held ? 'pinned' : 'repo'}) ${plainLabel(name, 60)}`;
    this.#item.tooltip = markdown`${l10n.t('Active repository: {0}. Select another one.', label)}`;
    this.#item.accessibilityInformation = { label: l10n.t('Active repository: {0}', label) };
    this.#item.show();
  }
}
