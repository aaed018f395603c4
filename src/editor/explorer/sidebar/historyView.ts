import { commands, l10n } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { ContextKey } from '../../kit/context.ts';
import { rootNode, type Children } from '../tree/node.ts';
import { View, type ViewOptions } from '../tree/view.ts';

/** The view History. It is hidden until a history is shown. */
export class HistoryView implements Disposable {
  readonly view: View;
  readonly #hasHistory = new ContextKey<boolean>('sourcehost.hasHistory');
  readonly #noCommits = new ContextKey<boolean>('sourcehost.noCommits');

  constructor(options: ViewOptions) {
    this.view = new View('sourcehost.history', rootNode('', undefined), {
      ...options,
      onEmpty: (empty) => void this.#noCommits.set(empty),
    });
  }

  /** Shows the commits `children`. `subject`: a file, folder or branch, and its repository. */
  async show(children: Children, subject: string): Promise<void> {
    this.view.show(rootNode(subject, children, undefined, l10n.t('history of {0}', subject)));
    this.view.description = subject;
    await this.#hasHistory.set(true);
    await commands.executeCommand('sourcehost.history.focus');
  }

  dispose(): void {
    this.view.dispose();
  }
}
