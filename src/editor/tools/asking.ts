import { l10n } from 'vscode';
import { showMessage } from '../kit/messages/show.ts';
import { questionDetail, questionLines, toolQuestionTitle, type ToolQuestion } from './question.ts';

/** Opens a read-only document. */
export type ShowChanges = (title: string, text: string) => Promise<void>;

/** Asks in dialogs, one at a time. */
export class Asking {
  readonly #show: ShowChanges;
  #last: Promise<unknown> = Promise.resolve();

  constructor(show: ShowChanges) {
    this.#show = show;
  }

  /**
   * Whether the user agrees. `question` is called when no other question is open; undefined: there is nothing to ask any
   * more.
   */
  async ask(question: () => ToolQuestion | undefined): Promise<boolean> {
    const asked = this.#last.then(async () => {
      const now = question();
      return now === undefined || (await this.#agrees(now));
    });
    this.#last = asked.catch(() => undefined);
    return await asked;
  }

  async #agrees(question: ToolQuestion): Promise<boolean> {
    const [allow, show] = [l10n.t('Allow'), l10n.t('Show Changes')];
    const title = toolQuestionTitle(question);
    const { text, isWhole } = questionDetail(question);
    const chosen = await showMessage('warning', title, isWhole ? [allow] : [allow, show], text);
    if (chosen !== show) return chosen === allow;
    await this.#show(question.repository, questionLines(question).join('\n'));
    // Not a dialog, so that the user can read the document.
    return (await showMessage('warning', title, [allow, l10n.t('Do Not Allow')])) === allow;
  }
}
