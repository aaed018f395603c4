import { l10n } from 'vscode';
import { SerialQueue } from '../../../core/async.ts';
import { shownText } from '../../../core/text.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { questionDetail, questionLines, toolQuestionTitle, type ToolQuestion } from './question.ts';

export type ShowChanges = (title: string, text: string) => Promise<void>;

/** Asks in dialogs, one at a time. */
export class Asking {
  readonly #show: ShowChanges;
  readonly #questions = new SerialQueue();

  constructor(show: ShowChanges) {
    this.#show = show;
  }

  /** `question` runs when no other one is open; undefined: nothing to ask. `onAgree` runs before the next question. */
  async ask(question: () => ToolQuestion | undefined, onAgree: () => void): Promise<boolean> {
    return await this.#alone(async () => {
      const now = question();
      return now === undefined || (await this.#agrees(now));
    }, onAgree);
  }

  /** As `ask`, for tools that use one more host, `name`. `others`: the names of those that they use already. */
  async askHost(name: string, others: () => readonly string[] | undefined, onAgree: () => void): Promise<boolean> {
    return await this.#alone(async () => {
      const used = others();
      if (used === undefined) return true;
      const allow = l10n.t('Allow');
      const detail = l10n.t(
        'Tools of this window use {0}. From now on a text that they read there can go to {1}, and a text of {1} can go there, as a path or a search text of a tool that reads. Tools that only read do not ask for that again.',
        used.map(shownText).join(l10n.t(', ')),
        shownText(name),
      );
      return (await showMessage('warning', l10n.t('Allow tools to use {0} too?', name), [allow], detail)) === allow;
    }, onAgree);
  }

  async #alone(ask: () => Promise<boolean>, onAgree: () => void): Promise<boolean> {
    return await this.#questions.run(async () => {
      const agrees = await ask();
      if (agrees) onAgree();
      return agrees;
    });
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
