import { commands, FileType, workspace, type Uri } from 'vscode';
import { withoutEnd } from '../../core/text.ts';
import { parseFullName } from '../../domain/hosts/address.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import { target as rowTarget } from '../kit/prompts/target.ts';
import { fileUri } from '../kit/uri.ts';
import type { Page } from './page.ts';

/** Runs an action of a page. Only the actions below are accepted, with the string fields that they declare. */
export async function runAction(
  message: Readonly<Record<string, unknown>>,
  target: PageTarget,
  page: Page,
): Promise<unknown> {
  const text = (field: string): string => {
    const value = message[field];
    return typeof value === 'string' ? value : '';
  };
  const seen = { host: target.host, ...(target.account === undefined ? {} : { account: target.account }) };
  const repository = target.kind === 'user' ? '' : target.repository;
  // Runs the command as from a row of a view: the user chose it, so the command may ask questions and show failures.
  const run = (id: `sourcehost.${string}`, more: object): Thenable<unknown> =>
    commands.executeCommand(id, { [rowTarget]: { ...seen, ...more } });
  switch (text('action')) {
    case 'retry':
      await page.retry(text('section'));
      return undefined;
    case 'refresh':
      return await page.reload();
    case 'more':
      await page.more(text('section'));
      return undefined;
    case 'signIn':
      return await commands.executeCommand('sourcehost.account.signIn');
    case 'user':
      return await run('sourcehost.user.show', { username: text('username') });
    case 'repository':
      return await run('sourcehost.repository.show', { repository: text('repository') });
    case 'organization':
      return await run('sourcehost.organization.show', { org: text('org') });
    case 'milestone':
      return await run('sourcehost.milestone.open', { repository, number: Number(text('number')) });
    case 'openFiles':
      return await run('sourcehost.repository.open', { repository });
    case 'edit':
      return target.kind === 'issue'
        ? await run('sourcehost.issue.open', { repository, number: target.number })
        : undefined;
    case 'comment':
      return target.kind === 'issue'
        ? await run('sourcehost.issue.addComment', { repository, number: target.number })
        : undefined;
    case 'file': {
      const name = parseFullName(repository);
      if (name === undefined) return undefined;
      const path = withoutEnd(text('path'), '/');
      const uri = fileUri({ host: target.host, ...name, ref: undefined, path });
      const isFolder = await isFolderAt(uri);
      return isFolder
        ? await run('sourcehost.repository.open', { repository, path })
        : await commands.executeCommand('vscode.open', uri);
    }
    default:
      return undefined;
  }
}

/** A path that cannot be resolved is opened as a file: the editor then shows the error. */
async function isFolderAt(uri: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(uri)).type === FileType.Directory;
  } catch {
    return false;
  }
}
