import { l10n, window, type Uri } from 'vscode';
import type { Failure } from '../../../core/errors.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { explain } from '../../kit/messages/explain.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { urisOf } from '../../kit/tabs.ts';
import { isShown } from './inUse.ts';

/** Says once for each opened file why its pointer of Git LFS is shown and not its content. */
export class LfsPointers extends Lifetime {
  /** Undefined: it is told. */
  readonly #reasons = new Map<string, Failure | undefined>();

  constructor() {
    super();
    this.add(
      window.tabGroups.onDidChangeTabs(({ opened }) =>
        opened.flatMap(({ input }) => urisOf(input)).forEach((uri) => this.#tell(uri)),
      ),
    );
  }

  /** The pointer was read, for a tab or for one that is about to be opened. */
  note(uri: Uri, why: Failure): void {
    const key = uri.toString();
    if (!this.#reasons.has(key)) this.#reasons.set(key, why);
    if (isShown(uri)) this.#tell(uri);
  }

  #tell(uri: Uri): void {
    const key = uri.toString();
    const [why, path] = [this.#reasons.get(key), fileAddressOf(uri)?.path];
    if (why === undefined || path === undefined) return;
    this.#reasons.set(key, undefined);
    void showMessage('warning', l10n.t('“{0}” is shown as its Git LFS pointer. {1}', path, explain(why)));
  }
}
