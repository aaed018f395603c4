import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { foldCase } from '../../../core/text.ts';
import { peopleIn, type Role } from '../../../domain/pullRequests/roles.ts';
import type { Ask, Invocation, Arguments } from '../../kit/command.ts';
import { asTyped } from '../../kit/commands/ask.ts';
import { atRepository } from '../../kit/commands/declare.ts';
import type { Choice } from '../../kit/prompts/question.ts';

/** Asks for people: those of the pull request are checked, and members of the repository or typed logins can be added. */
export function askPeople(
  placeholder: () => string,
  read: (invocation: Invocation, args: Arguments) => Promise<PullRequest>,
  role: Role,
): Ask<readonly string[]> {
  return async (prompt, args, invocation) => {
    const { api, at } = await atRepository(invocation, args);
    const now = peopleIn(await read(invocation, args), role);
    const seen = new Set(now.map(({ login }) => foldCase(login)));
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      yield now.map((one) => ({ ...choice(one), picked: true }));
      for await (const { items: members } of api.members.list.all(at, { signal: invocation.signal }).pages())
        yield members.filter(({ login }) => !seen.has(foldCase(login))).map(choice);
    }
    return await prompt.pickMany({ placeholder: placeholder(), items: items(), typed: asTyped });
  };
}

const choice = ({ login, name }: { readonly login: string; readonly name?: string | undefined }): Choice<string> => ({
  label: login,
  ...(name === undefined || name === login ? {} : { description: name }),
  value: login,
});
