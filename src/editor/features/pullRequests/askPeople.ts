import type { PullRequest } from '../../../api/record/pullRequest.ts';
import type { PullRequestDecisions } from '../../../domain/pullRequests/pullRequestDecisions.ts';
import { peopleIn, type Role } from '../../../domain/pullRequests/roles.ts';
import type { Ask, Invocation, Arguments } from '../../kit/command.ts';
import { asTyped } from '../../kit/commands/ask.ts';
import { atRepository } from '../../kit/commands/declare.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { roleLabel } from '../../kit/rows/pullRequestTexts.ts';

/** Asks for all in a role: those in it are checked, and candidates or typed logins can be added. */
export function askPeople(
  role: Role,
  loadDecisions: () => Promise<PullRequestDecisions>,
  read: (invocation: Invocation, args: Arguments) => Promise<PullRequest>,
): Ask<readonly string[]> {
  return async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const decisions = await loadDecisions();
    const now = await read(invocation, args);
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      yield peopleIn(now, role).map((one) => ({ ...choice(one), picked: true }));
      for await (const page of decisions.candidates(on, now, role, { signal: invocation.signal }))
        yield page.map(choice);
    }
    return await prompt.pickMany({ placeholder: roleLabel(role), items: items(), typed: asTyped });
  };
}

const choice = ({ login, name }: { readonly login: string; readonly name?: string | undefined }): Choice<string> => ({
  label: login,
  ...(name === undefined || name === login ? {} : { description: name }),
  value: login,
});
