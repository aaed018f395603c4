import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { isFailure } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import type { PullRequests } from '../../../domain/pullRequests/pullRequests.ts';
import { askUnlessOpen, shownRecord } from '../../documents/commands/recordTools.ts';
import type { Ask } from '../../kit/command.ts';
import { atRepository } from '../../kit/commands/declare.ts';
import type { Choice } from '../../kit/prompts/question.ts';

export const askPullRequest = (load: () => Promise<PullRequests>, state: 'open' | 'all'): Ask<string> =>
  askUnlessOpen('pullRequests', askListed(load, state));

function askListed(load: () => Promise<PullRequests>, state: 'open' | 'all'): Ask<string> {
  return async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const pullRequests = await load();
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      try {
        const pages = pullRequests.pages(on, { state }, { signal: invocation.signal });
        for await (const page of pages) yield page.map(choice);
      } catch (error) {
        // A number can be typed.
        if (!isFailure(error, 'unsupported')) throw error;
        yield [];
      }
    }
    return await prompt.pick({
      placeholder: l10n.t('Which pull request?'),
      items: items(),
      paged: true,
      empty: l10n.t('No pull request is listed. You can type a number.'),
      typed: (text) => {
        const number = /^[!#]?([1-9]\d*)$/.exec(text.trim())?.[1];
        return number === undefined ? undefined : { label: `!${number}`, value: number };
      },
    });
  };
}

/** The pull request whose document is open; without one, the user is asked. */
export const askShownPullRequest =
  (load: () => Promise<PullRequests>): Ask<number | string> =>
  async (prompt, args, invocation) =>
    (invocation.origin === 'palette' ? shownRecord('pullRequests')?.number : undefined) ??
    (await askListed(load, 'all')(prompt, args, invocation));

const choice = ({ number, title = '', user, head, draft }: PullRequest): Choice<string> => ({
  label: `!${number} ${oneLine(title, 120)}`,
  description: [draft === true ? l10n.t('draft') : '', user?.login ?? '', oneLine(head.ref ?? '', 60)]
    .filter(Boolean)
    .join(' · '),
  value: number,
});
