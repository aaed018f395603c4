import { commands, l10n, ThemeIcon } from 'vscode';
import { name as text } from '../../../../api/contract/field.ts';
import { cancelled } from '../../../../core/errors.ts';
import { isObject } from '../../../../core/text.ts';
import { fullName } from '../../../../domain/hosts/address.ts';
import type { ResolvedRef } from '../../../../domain/refs/refs.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import type { Ask } from '../../../kit/command.ts';
import { asTyped } from '../../../kit/commands/ask.ts';
import { atRepository, onRepository, type AtRepository } from '../../../kit/commands/declare.ts';
import { refChoices } from '../../../kit/commands/refChoices.ts';
import { shownHead, switchOpened, type RefSwitchParts } from '../../../kit/commands/switchRef.ts';
import type { Choice } from '../../../kit/prompts/question.ts';
import { target } from '../../../kit/prompts/target.ts';

/** The values of the rows for a new branch and another repository: no ref has such a name. */
const [newBranch, otherRepository] = ['', '..'];

/** Switches a folder without a ref in its address in its place, anything else by its other address. */
export function switchCommands(parts: RefSwitchParts) {
  const { repositories } = parts;
  const ask: Ask<string> = async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const current = shownHead(repositories, on.name);
    const chosen = await prompt.pick({
      placeholder: l10n.t('Branch, tag or full commit SHA'),
      items: switchChoices(repositories, on, invocation.signal, current),
      typed: asTyped,
      paged: true,
    });
    if (chosen === otherRepository) {
      void commands.executeCommand('sourcehost.repository.choose');
      throw cancelled();
    }
    return chosen === newBranch ? await createBranch(on, current) : chosen;
  };
  return {
    'sourcehost.ref.switch': onRepository({
      does: 'Switches this window to another branch, tag or commit of a repository.',
      result: '`{ kind, name, commit }` of the ref',
      fields: { ref: text },
      ask: { ref: ask },
      run: async ({ ref }, { name }, run) => await switchOpened(parts, name, ref, run),
    }),
  };
}

async function* switchChoices(
  repositories: RemoteRepositories,
  on: AtRepository,
  signal: AbortSignal,
  current: ResolvedRef | undefined,
): AsyncGenerator<readonly Choice<string>[]> {
  const iconPath = new ThemeIcon('plus');
  yield [
    { label: l10n.t('Create Branch…'), iconPath, alwaysShow: true, value: newBranch },
    { label: l10n.t('Choose Another Repository…'), iconPath: new ThemeIcon('repo'), value: otherRepository },
  ];
  yield* refChoices(repositories, on, signal, current);
}

/** Asks for the name of a new branch, which starts at `current`, and creates it. Resolves with its name. */
async function createBranch({ connection, name }: AtRepository, current: ResolvedRef | undefined): Promise<string> {
  const start = current === undefined ? {} : { refs: current.name };
  const args = { host: name.host, account: connection.account?.login, repository: fullName(name), ...start };
  const created: unknown = await commands.executeCommand('sourcehost.branch.create', { [target]: args });
  if (!isObject(created) || typeof created.name !== 'string') throw cancelled();
  return created.name;
}
