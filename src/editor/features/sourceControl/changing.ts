import { commands, l10n } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { baseName } from '../../../core/path.ts';
import type { Change, Layer } from '../../../domain/sourceControl/drafts/draft.ts';
import type { Checkout } from '../../../domain/sourceControl/workingTree/checkout.ts';
import { pathsBelow } from '../../../domain/sourceControl/commit/commitSelection.ts';
import type { Invocation } from '../../kit/command.ts';
import { addressAt, draftVersionSha, uriAt } from './place.ts';
import type { Undoing } from './undoing.ts';
import { draftVersionUri, versionUri } from '../../kit/uri.ts';
import { pathSummary } from './labels.ts';

export class Changing {
  readonly #undoing: Undoing;

  constructor(undoing: Undoing) {
    this.#undoing = undoing;
  }

  /** Stages `paths`, or all changes but ignored files if omitted. Both halves of a move are staged together. */
  async stage({ drafts, workingTree }: Checkout, paths: readonly string[] | undefined): Promise<void> {
    const ignored = paths === undefined ? await workingTree.ignored() : undefined;
    const chosen = withOtherHalf(drafts.changes('working'), paths);
    await drafts.stage(chosen.filter((path) => ignored?.has(path) !== true));
  }

  async unstage({ drafts }: Checkout, paths: readonly string[] | undefined): Promise<void> {
    await drafts.unstage(withOtherHalf(drafts.changes('staged'), paths));
  }

  /** After a confirmation; can be undone. `where` names a branch whose folder is not open. Resolves with the paths. */
  async discard(
    { drafts }: Pick<Checkout, 'drafts'>,
    paths: readonly string[] | undefined,
    only: Layer | undefined,
    { silent, confirm }: Pick<Invocation, 'silent' | 'confirm'>,
    where?: string,
  ): Promise<readonly string[]> {
    const layers: readonly Layer[] = only === undefined ? ['staged', 'working'] : [only];
    const all = layers.flatMap((layer) => drafts.changes(layer));
    const chosen = silent ? below(all, paths) : withOtherHalf(all, paths);
    const [first] = chosen;
    if (first === undefined) return [];
    const single = chosen.length === 1;
    const question = single
      ? l10n.t('Discard the changes in {0}?', first)
      : l10n.t('Discard the changes in {0} files?', chosen.length);
    const until = l10n.t('You can undo this until the window is closed.');
    const detail = [where, single ? undefined : pathSummary(chosen), until].filter((line) => line !== undefined);
    await confirm(question, detail.join('\n\n'), l10n.t('Discard'));
    const undo = await drafts.discard(chosen, only);
    const message = single
      ? l10n.t('Discarded the changes in {0}.', first)
      : l10n.t('Discarded the changes in {0} files.', chosen.length);
    await this.#undoing.keep(undo, silent ? undefined : message);
    return chosen;
  }

  async undoDiscard(): Promise<void> {
    await this.#undoing.undoLast();
  }

  async open(checkout: Checkout, path: string, staged: boolean): Promise<void> {
    const { drafts } = checkout;
    const address = addressAt(checkout, path);
    const change = staged ? drafts.get('staged', path) : drafts.effective(path);
    if (change === undefined)
      throw new Failure('missing', `there is no change at ${path}`, {
        field: 'paths',
        reason: 'noChange',
        about: [path],
      });
    const isWorking = !staged && drafts.get('working', path) !== undefined;
    const version = isWorking ? 'staged' : 'base';
    const before = await draftVersionSha(checkout, path, version);
    const name = baseName(path);
    const right = staged ? draftVersionUri(address, 'staged') : uriAt(checkout, path);
    if (change.kind === 'removed') {
      if (before === undefined) return;
      await commands.executeCommand('vscode.open', versionUri(address, before), {}, l10n.t('{0} (deleted)', name));
    } else if (before === undefined) await commands.executeCommand('vscode.open', right);
    else {
      const title = staged ? l10n.t('{0} (staged)', name) : l10n.t('{0} (changes)', name);
      await commands.executeCommand('vscode.diff', draftVersionUri(address, version), right, title);
    }
  }

  async openFile(checkout: Checkout, path: string): Promise<void> {
    await commands.executeCommand('vscode.open', uriAt(checkout, path));
  }
}

/** The changed paths that equal one of `paths` or lie below one. */
function below(changes: readonly Change[], paths: readonly string[] | undefined): string[] {
  const all = [...new Set(changes.map(({ path }) => path))];
  if (paths === undefined) return all;
  return [...pathsBelow(all, paths)];
}

/** Like `below`, with both halves of each move: the created and the deleted path. */
function withOtherHalf(changes: readonly Change[], paths: readonly string[] | undefined): string[] {
  const chosen = new Set(below(changes, paths));
  const changed = new Set(changes.map(({ path }) => path));
  for (const { path, from } of changes) {
    if (from === undefined || !changed.has(from)) continue;
    if (chosen.has(path) || chosen.has(from)) chosen.add(path).add(from);
  }
  return [...chosen];
}
